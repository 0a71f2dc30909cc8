import { randomFillSync } from 'node:crypto'
import { uuidv7 } from '#domain/kernel/uuid.ts'

/** A new UUIDv7 by the machine's clock and its cryptographic randomness. */
export function newId(): string {
  return uuidv7(Date.now(), randomFillSync(new Uint8Array(10)))
}
