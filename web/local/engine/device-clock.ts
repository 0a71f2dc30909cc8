/** How far a device's clock may be from the server's before its user is told, in milliseconds. */
export const clockToleranceMs = 5 * 60_000
/** An answer that takes longer says too little about the moment at which it was sent. */
const longestAnswerMs = 30_000

/** A clock whose distance from the server's is known from the answers that came. */
export interface DeviceClock {
  readonly fetch: typeof fetch
  /**
   * By how much the device is ahead of the server, negative where it is behind; null before the first answer, and where the
   * clock has been set since the last one.
   */
  readonly aheadMs: () => number | null
}

/** Compares the clock with the date that each answer bears; `steadyMs` goes on evenly when the clock is set. */
export function createDeviceClock(
  send: typeof fetch,
  nowMs: () => number,
  steadyMs: () => number = () => performance.now(),
): DeviceClock {
  let measured: { readonly aheadMs: number; readonly setMs: number } | null = null
  return {
    async fetch(...request) {
      const sentAtMs = nowMs()
      const response = await send(...request)
      const answeredAtMs = nowMs()
      const serverAtMs = Date.parse(response.headers.get('date') ?? '')
      const tookMs = answeredAtMs - sentAtMs
      if (Number.isFinite(serverAtMs) && tookMs >= 0 && tookMs <= longestAnswerMs)
        measured = {
          aheadMs: Math.round((sentAtMs + answeredAtMs) / 2 - serverAtMs),
          setMs: answeredAtMs - steadyMs(),
        }
      return response
    },
    // A device that has slept looks the same, as the steady time may rest then: the next answer tells.
    aheadMs: () =>
      measured === null || Math.abs(nowMs() - steadyMs() - measured.setMs) > clockToleranceMs ? null : measured.aheadMs,
  }
}

/** By how much a clock is wrong, where its user has to set it. */
export function wrongByMs(aheadMs: number | null | undefined): number | null {
  return aheadMs == null || Math.abs(aheadMs) <= clockToleranceMs ? null : aheadMs
}
