import type { Operation } from '../wire/operation.ts'
import type { RunContext } from './define-operation.ts'

/** How long a device may have been away while its clock is believed, in milliseconds. */
const believedMs = 7 * 86_400_000

/**
 * When an operator did what arrives later, for papers and lists that tell of its moment: a slip that the device prints at
 * once and the label that comes after it say the same. No order between operations may hang on it. A clock that is ahead
 * of the server's, or behind by more than a device is plausibly away, is not believed; then the run's own time stands.
 */
export function doneAtMs({ capturedAt }: Pick<Operation, 'capturedAt'>, { atMs }: Pick<RunContext, 'atMs'>): number {
  return plausibleAtMs(Date.parse(capturedAt), atMs)
}

/** A device's time of what reached the server at a moment, or that moment where the device's clock is not believed. */
export function plausibleAtMs(deviceAtMs: number, serverAtMs: number): number {
  return deviceAtMs <= serverAtMs && deviceAtMs >= serverAtMs - believedMs ? deviceAtMs : serverAtMs
}
