import { beforeEach, describe, expect, it } from 'vitest'
import type { SnapshotTail } from '#sync/wire/pull.ts'
import { createSnapshotCache, type Base, type BaseSource, type SnapshotCache } from './snapshot-cache.ts'

const minute = 60_000
const tail: SnapshotTail = { count: 2, hash: 7 }

let nowMs: number
let made: number
let bases: SnapshotCache

beforeEach(() => {
  nowMs = 0
  made = 0
  bases = createSnapshotCache({ nowMs: () => nowMs, maxAgeMs: 5 * minute, maxBytes: 100 })
})

/** A base of so many bytes in two frames, which waits between them for a gate. */
function baseOf(size: number, gate: Promise<unknown> = Promise.resolve()): () => Promise<BaseSource> {
  return () => {
    made += 1
    return Promise.resolve({ epoch: 'e', snapshot: `${made}:${made}:`, frames: frames() })
  }
  async function* frames(): AsyncGenerator<Uint8Array, SnapshotTail, undefined> {
    yield new Uint8Array(size / 2).fill(1)
    await gate
    yield new Uint8Array(size / 2).fill(2)
    return tail
  }
}

const always = () => Promise.resolve(true)
const share = (key: string, make = baseOf(40), isRight: (base: Base) => Promise<boolean> = always) =>
  bases.share(key, isRight, make)

async function read(base: Base): Promise<readonly number[]> {
  const marks: number[] = []
  for await (const frame of base.pages()) marks.push(frame[0]!)
  expect(await base.tail()).toEqual(tail)
  return marks
}

describe('bases that several devices begin with', () => {
  it('are made once for all who ask while they are made, and read by each from the first frame on', async () => {
    const gate = Promise.withResolvers<void>()
    const asked = await Promise.all([share('a', baseOf(40, gate.promise)), share('a'), share('a')])
    const reading = asked.map(read)
    gate.resolve()
    expect(await Promise.all(reading)).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ])
    expect(await read(await share('a'))).toEqual([1, 2])
    expect(made).toBe(1)
  })

  it('are each of one scope', async () => {
    expect((await share('a')).snapshot).not.toBe((await share('b')).snapshot)
    expect(made).toBe(2)
  })

  it('are made again once they are too old, from before a clock that was set back, or not right for who asks', async () => {
    nowMs = minute
    await share('a')
    nowMs = 6 * minute
    await share('a')
    expect(made).toBe(1)
    nowMs += 1
    await share('a')
    expect(made).toBe(2)
    nowMs = 2 * minute
    await share('a')
    expect(made).toBe(3)
    await share('a', baseOf(40), ({ snapshot }) => Promise.resolve(snapshot !== '3:3:'))
    expect(made).toBe(4)
  })

  it('are made once by those who find the same one wrong', async () => {
    await share('a')
    const isLater = ({ snapshot }: Base) => Promise.resolve(snapshot !== '1:1:')
    const [one, other] = await Promise.all([share('a', baseOf(40), isLater), share('a', baseOf(40), isLater)])
    expect(one).toBe(other)
    expect(made).toBe(2)
  })

  it('give way to newer ones where they would take too much memory', async () => {
    await read(await share('a'))
    await read(await share('b'))
    await read(await share('c'))
    expect(made).toBe(3)
    await share('b')
    await share('c')
    expect(made).toBe(3)
    await share('a')
    expect(made).toBe(4)
  })

  it('are not kept where one alone takes too much, and each device that asked has it all the same', async () => {
    expect(await read(await share('a', baseOf(120)))).toEqual([1, 2])
    await share('a')
    expect(made).toBe(2)
  })

  it('fail for those who read them, and are made again for the next', async () => {
    const broken = Promise.reject(new Error('the connection is gone'))
    broken.catch(() => undefined)
    const [one, other] = await Promise.all([share('a', baseOf(40, broken)), share('a')])
    await expect(read(one)).rejects.toThrow('the connection is gone')
    await expect(read(other)).rejects.toThrow('the connection is gone')
    expect(await read(await share('a'))).toEqual([1, 2])
  })

  it('are made again where the first could not even begin', async () => {
    await expect(share('a', () => Promise.reject(new Error('no connection')))).rejects.toThrow('no connection')
    expect(await read(await share('a'))).toEqual([1, 2])
  })

  it('go on being made where the one that asked for them reads no further', async () => {
    const gate = Promise.withResolvers<void>()
    const pages = (await share('a', baseOf(40, gate.promise))).pages()
    await pages.next()
    await pages.return()
    gate.resolve()
    expect(await read(await share('a'))).toEqual([1, 2])
    expect(made).toBe(1)
  })
})
