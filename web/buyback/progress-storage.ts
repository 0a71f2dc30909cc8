import type { CartStorage } from './cart-storage.ts'
import { startProgress, type WizardProgress } from './wizard.ts'

const key = 'buybackInProgress'
/** How long an interrupted declaration can be gone on with, as long as a cart lives. */
const lifetimeMs = 30 * 86_400_000

/** What was answered for a product before the visitor went away; nothing where that was another product or long ago. */
export function findProgress(storage: CartStorage, productId: string, now: Date): WizardProgress {
  const stored = parse(storage.getItem(key))
  if (stored === null || stored.progress.productId !== productId) return startProgress(productId)
  return now.getTime() - stored.storedAtMs > lifetimeMs ? startProgress(productId) : stored.progress
}

/** Keeps what is answered; a browser that refuses lets the visitor go on without. */
export function keepProgress(storage: CartStorage, progress: WizardProgress, now: Date): void {
  try {
    storage.setItem(key, JSON.stringify({ storedAtMs: now.getTime(), progress }))
  } catch {
    // A full storage costs the way back after closing the page, and nothing else.
  }
}

/** Forgets what was answered, as once the product is in the cart. */
export function forgetProgress(storage: CartStorage): void {
  storage.removeItem(key)
}

function parse(stored: string | null): { readonly storedAtMs: number; readonly progress: WizardProgress } | null {
  if (stored === null) return null
  try {
    const { storedAtMs, progress } = JSON.parse(stored) as { storedAtMs?: unknown; progress?: Partial<WizardProgress> }
    if (typeof storedAtMs !== 'number' || typeof progress?.productId !== 'string') return null
    if (!Array.isArray(progress.answers) || !progress.answers.every(isAnswer)) return null
    const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
    return {
      storedAtMs,
      progress: {
        productId: progress.productId,
        answers: progress.answers,
        imei: text(progress.imei),
        circuitId: text(progress.circuitId),
        shippingMethodId: text(progress.shippingMethodId),
        store: storeIn(progress.store),
        paymentModeId: text(progress.paymentModeId),
      },
    }
  } catch {
    return null
  }
}

function storeIn(value: unknown): WizardProgress['store'] {
  const { id, label } = (value ?? {}) as { readonly id?: unknown; readonly label?: unknown }
  return typeof id === 'string' && typeof label === 'string' ? { id, label } : null
}

function isAnswer(value: unknown): boolean {
  const answer = value as { questionId?: unknown; answerId?: unknown } | null
  return typeof answer?.questionId === 'string' && typeof answer.answerId === 'string'
}
