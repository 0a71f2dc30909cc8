import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gs1CheckDigit } from '#domain/kernel/check-digit.ts'
import { createReadConfirmer } from './confirm-reads.ts'
import { formatsFor, regionOf, taskOf } from './decode-plan.ts'

const read = (text: string, offCenter = 0) => ({ text, symbology: ']C0', format: 'Code128', offCenter })
const ours = (body: string) => body + gs1CheckDigit(body)
const good = ours('260000123456')
const imei = '260531793113837'

describe('reads of the camera', () => {
  it('need two equal frames', () => {
    const confirmer = createReadConfirmer()
    expect(confirmer.frame([read(good)], 'check_in', 0)).toBeNull()
    expect(confirmer.frame([], 'check_in', 50)).toBeNull()
    expect(confirmer.frame([read(good)], 'check_in', 100)).toMatchObject({ text: good })
  })
  it('need four equal frames with a wrong check digit', () => {
    const confirmer = createReadConfirmer()
    const wrong = good.slice(0, -1) + ((Number(good.at(-1)) + 1) % 10)
    const scans = [0, 1, 2, 3].map((at) => confirmer.frame([read(wrong)], 'check_in', at * 50))
    expect(scans.map((scan) => scan?.text)).toEqual([undefined, undefined, undefined, wrong])
  })
  it('are one scan while the symbol stays in view, however long', () => {
    const confirmer = createReadConfirmer()
    const scans = Array.from({ length: 100 }, (_, at) => confirmer.frame([read(good)], 'check_in', at * 100))
    expect(scans.filter((scan) => scan !== null)).toHaveLength(1)
  })
  it('are a second scan once the symbol was away for a second and a half', () => {
    const confirmer = createReadConfirmer()
    const at = (ms: number) => confirmer.frame([read(good)], 'check_in', ms)?.text
    expect([at(0), at(100), at(1500), at(3100), at(3200)]).toEqual([undefined, good, undefined, undefined, good])
  })
  it('forget a read that does not come again in time', () => {
    const confirmer = createReadConfirmer()
    confirmer.frame([read(good)], 'check_in', 0)
    expect(confirmer.frame([read(good)], 'check_in', 5000)).toBeNull()
  })
  it('choose the code that the screen asks for among several of one label', () => {
    const confirmer = createReadConfirmer()
    const label = [read('4006381333931', 0), read(imei, 0.3)]
    confirmer.frame(label, 'imei', 0)
    expect(confirmer.frame(label, 'imei', 100)).toMatchObject({ text: imei })
  })
  it('choose the code nearest to the middle among equals', () => {
    const confirmer = createReadConfirmer()
    const shelf = [read(ours('260000123457'), 0.4), read(good, 0.1)]
    confirmer.frame(shelf, 'check_in', 0)
    expect(confirmer.frame(shelf, 'check_in', 100)).toMatchObject({ text: good })
  })
  it('leave out what stands beside a scanned code, while the label stays in view', () => {
    const confirmer = createReadConfirmer()
    const label = [read(good), { text: '4006381333931', symbology: ']E0', format: 'EAN13', offCenter: 0.1 }]
    const scans = Array.from({ length: 30 }, (_, at) =>
      confirmer.frame(at % 3 === 0 ? label.slice(0, 1) : label, 'check_in', at * 60),
    )
    expect(scans.flatMap((scan) => scan?.text ?? [])).toEqual([good])
  })
  it("wait for our code before they take the maker's", () => {
    const confirmer = createReadConfirmer()
    const maker = { text: '4006381333931', symbology: ']E0', format: 'EAN13', offCenter: 0 }
    const scans = [[maker], [maker], [maker, read(good)], [read(good)]].map((reads, at) =>
      confirmer.frame(reads, 'check_in', at * 60),
    )
    expect(scans.at(-1)).toMatchObject({ text: good })
    expect(scans.slice(0, -1)).toEqual([null, null, null])
  })
  it('never report a text that fewer than two frames hold', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.constantFrom(good, imei, '12345670', 'noise'), { maxLength: 3 }), { maxLength: 40 }),
        (frames) => {
          const confirmer = createReadConfirmer()
          const seen = new Map<string, number>()
          for (const [at, texts] of frames.entries()) {
            for (const text of new Set(texts)) seen.set(text, (seen.get(text) ?? 0) + 1)
            const scan = confirmer.frame(
              texts.map((text) => read(text)),
              'any',
              at * 60,
            )
            if (scan !== null) expect(seen.get(scan.text)).toBeGreaterThanOrEqual(2)
          }
        },
      ),
    )
  })
})

describe('the plan of frames', () => {
  it('tries each way within six frames, and the plain one most', () => {
    const tasks = Array.from({ length: 6 }, (_, at) => taskOf(at))
    expect(tasks.filter(({ pass }) => pass === 'plain')).toHaveLength(4)
    expect(tasks.map(({ pass }) => pass)).toEqual(expect.arrayContaining(['turned', 'softened']))
  })
  it('searches the middle of the picture that the operator aims with', () => {
    expect(regionOf({ pass: 'plain', region: 'aim' }, 1280, 720)).toEqual({ x: 128, y: 180, width: 1024, height: 360 })
  })
  it('looks for no EAN where an IMEI is asked for', () => {
    expect(formatsFor('imei')).not.toContain('EAN13')
  })
})
