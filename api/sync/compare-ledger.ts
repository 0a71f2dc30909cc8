import { refuse, type Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import type { Outcome } from '#sync/wire/operation.ts'
import type { ReceivedOperation } from './push-envelope.ts'

/** A decided operation as the ledger has it. */
export interface LedgerEntry {
  readonly hash: string
  readonly outcome: Outcome
}

/** What the ledger knows of a queue before a batch. */
export interface QueueLedger {
  readonly ackedSeq: number
  readonly known: ReadonlyMap<string, LedgerEntry>
}

/** A batch after comparison: what is still to be decided, and how far the queue is decided then. */
export interface ComparedBatch {
  readonly fresh: readonly ReceivedOperation[]
  readonly ackedSeq: number
}

/**
 * Tells new operations from known ones. A known operation may come again from any queue, because a device that took a
 * new id sends what it has under it; its content may not differ. A new one continues its queue without a gap; under a
 * sequence number that is already decided it shows a copied device.
 */
export function compareLedger(ledger: QueueLedger, ops: readonly ReceivedOperation[]): Result<ComparedBatch, Failure> {
  const fresh: ReceivedOperation[] = []
  const hashes = new Map<string, string>()
  let { ackedSeq } = ledger
  for (const received of ops) {
    const { opId, seq } = received.op
    const knownHash = ledger.known.get(opId)?.hash ?? hashes.get(opId)
    if (knownHash !== undefined && knownHash !== received.hash) {
      return refuse('SYNC_PAYLOAD_CHANGED', { details: { opId } })
    }
    if (seq > ackedSeq + 1) return refuse('SYNC_SEQUENCE_GAP', { details: { ackedSeq: ledger.ackedSeq } })
    if (knownHash === undefined) {
      if (seq <= ackedSeq) return refuse('DEVICE_FORKED', { details: { opId, seq } })
      hashes.set(opId, received.hash)
      fresh.push(received)
    }
    ackedSeq = Math.max(ackedSeq, seq)
  }
  return succeed({ fresh, ackedSeq })
}
