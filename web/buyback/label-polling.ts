/** How long to wait before each further look for the shipping label (BB-41). */
export const labelWaitsMs = [3_000, 5_000, 10_000, 15_000] as const

/**
 * What is known of a shipping label: ready; not yet, and it will be looked for again; not available after the last look;
 * or none expected (BB-42).
 */
export type LabelAnswer = 'ready' | 'notYet' | 'notAvailable' | 'notExpected'

/**
 * Whether a paper is being made. What is due later, such as a voucher before its payment, is not looked for; a server
 * that is older than this app does not say when a paper is due, and public pages read answers as they come.
 */
export function isComing({ state, isDue }: { readonly state: string; readonly isDue?: boolean }): boolean {
  return state === 'awaiting' && isDue !== false
}

/**
 * Whether a paper is looked for: one that is being made, and a label that could not be made, for its own call says "not
 * yet" of that, too (BB-42).
 */
export function isLookedFor(paper: {
  readonly kind: string
  readonly state: string
  readonly isDue?: boolean
}): boolean {
  return isComing(paper) || (paper.kind === 'shipping_label' && paper.state === 'failed' && paper.isDue !== false)
}

/** What looking for a label is done with. */
export interface LabelPolling {
  /** Status of `HEAD …/shipping-label`; throws where the network fails. */
  readonly ask: (signal: AbortSignal) => Promise<number>
  /** Told whenever the label is not there yet, before the next wait. */
  readonly notYet: () => void
  readonly signal: AbortSignal
}

/**
 * Asks for a shipping label at once, and again after each wait; answers the outcome, or null where it was aborted. An
 * attempt that fails, by the network or a server in trouble, counts as not yet.
 */
export async function pollShippingLabel({
  ask,
  notYet,
  signal,
}: LabelPolling): Promise<Exclude<LabelAnswer, 'notYet'> | null> {
  for (const waitMs of [...labelWaitsMs, null]) {
    const status = signal.aborted ? null : await statusOf(ask, signal)
    if (signal.aborted) return null
    if (status === 200) return 'ready'
    if (status === 404) return 'notExpected'
    if (waitMs === null) break
    notYet()
    await wait(waitMs, signal)
  }
  return 'notAvailable'
}

async function statusOf(ask: LabelPolling['ask'], signal: AbortSignal): Promise<number | null> {
  try {
    return await ask(signal)
  } catch {
    return null
  }
}

/** Waits, but no longer than until the signal. */
async function wait(waitMs: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, waitMs)
    signal.addEventListener('abort', done)
  })
}
