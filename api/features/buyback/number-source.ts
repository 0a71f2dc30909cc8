import { sql } from 'kysely'
import { currentRequest } from '#api/db/request-context.ts'
import type { Database } from '#api/db/database.ts'
import { buybackNumber } from '#domain/buyback/buyback-number.ts'

/** Gives identification numbers of buybacks, none of them twice. */
export interface NumberSource {
  next(): Promise<string>
  /** Takes a number back that no buyback has got, and none may have got whose commit nobody has heard of. */
  giveBack(number: string): void
}

/** Numbers of one block; those left when the process ends are never given. */
const blockSize = 1000

interface Block {
  readonly next: number
  readonly last: number
}

/**
 * Numbers from blocks that this process reserves for itself, so that creating a buyback waits for no other: the blocks
 * of all processes and devices, over all accounts, never overlap.
 */
export function createNumberSource(database: Pick<Database, 'app'>): NumberSource {
  let block: Block = { next: 1, last: 0 }
  const spare: string[] = []
  let drawing: Promise<void> | null = null

  async function draw(): Promise<void> {
    const { rows } = await sql<{ first_serial: number; last_serial: number }>`
      select first_serial, last_serial from draw_buyback_block(${blockSize})`.execute(database.app)
    const [drawn] = rows
    if (drawn === undefined) throw new Error('numbers of buybacks are used up')
    block = { next: drawn.first_serial, last: drawn.last_serial }
  }

  return {
    next: async () => {
      const back = spare.pop()
      if (back !== undefined) return back
      while (block.next > block.last) {
        // Calls that go on wait for the block too: it is not given up with the one that was first to need it.
        drawing ??= currentRequest.exit(draw).finally(() => (drawing = null))
        await drawing
      }
      const serial = block.next
      block = { ...block, next: serial + 1 }
      return buybackNumber(serial)
    },
    giveBack: (number) => void spare.push(number),
  }
}
