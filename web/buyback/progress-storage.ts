import type { CartStorage } from './cart-storage.ts'
import { startProgress, type WizardProgress } from './wizard.ts'

const key = 'buybackInProgress'

/** Where a declaration is made: on the public site, or at a counter. */
type Place = 'public' | 'dashboard'

/**
 * How long an interrupted declaration can be continued after its last answer: as long as the public cart lives; at a
 * counter, through a reload or a crash only, because the next phone belongs to another customer.
 */
const lifetimesMs = { public: 30 * 86_400_000, dashboard: 30 * 60_000 } as const

/**
 * How many products' answers are kept: customers compare their own products; at a counter the next product belongs to
 * another customer.
 */
const mostKept = { public: 20, dashboard: 1 } as const

/** A declaration as it was kept. */
interface Kept {
  readonly storedAtMs: number
  readonly place: Place
  /** The product of the cart that is changed, by its id there; null for one that is not in it. */
  readonly inCartId: string | null
  readonly progress: WizardProgress
}

/**
 * The answers about a product from before the visitor left; nothing where that was long ago. At a counter they are
 * restored only to a page that is loaded in the midst of the questions: opening the product begins another customer's
 * sale. A product of the cart that is being changed has answers of its own, since the next one may be of the same
 * model.
 */
export function findProgress(
  storage: CartStorage,
  productId: string,
  now: Date,
  place: Place,
  inCartId: string | null = null,
): WizardProgress {
  const kept = read(storage).find((one) => one.place === place && isOf(one, productId, inCartId))
  if (kept === undefined || now.getTime() - kept.storedAtMs > lifetimesMs[place]) return startProgress(productId)
  return place === 'public' || isMidway() ? kept.progress : startProgress(productId)
}

/** Whether the address is one in the midst of the questions: it names a step after the first answer only. */
function isMidway(): boolean {
  return new URLSearchParams(location.search).has('step')
}

/** Keeps what is answered for a product beside others'; a browser that refuses lets the visitor go on without. */
export function keepProgress(
  storage: CartStorage,
  progress: WizardProgress,
  now: Date,
  place: Place,
  inCartId: string | null = null,
): void {
  const others = othersThan(storage, progress.productId, inCartId)
  write(storage, [{ storedAtMs: now.getTime(), place, inCartId, progress }, ...others].slice(0, mostKept[place]))
}

/** Forgets what was answered for a product, as once it is in the cart. */
export function forgetProgress(storage: CartStorage, productId: string, inCartId: string | null = null): void {
  write(storage, othersThan(storage, productId, inCartId))
}

function othersThan(storage: CartStorage, productId: string, inCartId: string | null): readonly Kept[] {
  return read(storage).filter((one) => !isOf(one, productId, inCartId))
}

function isOf(kept: Kept, productId: string, inCartId: string | null): boolean {
  return kept.progress.productId === productId && kept.inCartId === inCartId
}

function write(storage: CartStorage, kept: readonly Kept[]): void {
  try {
    storage.setItem(key, JSON.stringify(kept))
  } catch {
    // A full storage costs the way back after closing the page, and nothing else.
  }
}

/** All that is kept, the latest first. */
function read(storage: CartStorage): readonly Kept[] {
  try {
    return [JSON.parse(storage.getItem(key) ?? '[]') as unknown].flat().flatMap((one) => parse(one) ?? [])
  } catch {
    return []
  }
}

function parse(stored: unknown): Kept | null {
  const { storedAtMs, place, inCartId, progress } = (stored ?? {}) as {
    storedAtMs?: unknown
    place?: unknown
    inCartId?: unknown
    progress?: Partial<WizardProgress> | null
  }
  if (typeof storedAtMs !== 'number' || typeof progress?.productId !== 'string') return null
  if (!Array.isArray(progress.answers) || !progress.answers.every(isAnswer)) return null
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  return {
    storedAtMs,
    place: place === 'dashboard' ? place : 'public',
    inCartId: text(inCartId),
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
}

function storeIn(value: unknown): WizardProgress['store'] {
  const { id, label } = (value ?? {}) as { readonly id?: unknown; readonly label?: unknown }
  return typeof id === 'string' && typeof label === 'string' ? { id, label } : null
}

function isAnswer(value: unknown): boolean {
  const answer = value as { questionId?: unknown; answerId?: unknown } | null
  return typeof answer?.questionId === 'string' && typeof answer.answerId === 'string'
}
