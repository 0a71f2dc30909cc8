import type { CartBuyback } from '#domain/cart/cart.ts'
import type { CreationCode } from '#web/buyback/creation-refusal.ts'
import { keepProgress } from '#web/buyback/progress-storage.ts'
import { progressAfter } from '#web/buyback/wizard.ts'
import { browserStorage } from '../../kit/browser-storage.ts'
import { useSiteNavigate } from '../../kit/use-site-navigate.ts'

/** Beyond the last screen, so that the wizard opens on the first one that lacks its answer, or on the offer. */
const lastScreen = 999

/** Opens a product of the cart in the wizard with its answers, and comes back to a path with the new ones. */
export function useChangeLine(): (line: CartBuyback, fromPath: string, refusal?: CreationCode | null) => void {
  const go = useSiteNavigate()
  return (line, fromPath, refusal = null) => {
    const { inCartId } = line
    const { product } = line.declaration
    keepProgress(browserStorage(), progressAfter(line, refusal), new Date(), 'public', inCartId)
    const slug = encodeURIComponent(product.label.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')) || '-'
    void go(`/buyback/create/${product.id}/${slug}`, { inCartId, fromPath, step: lastScreen })
  }
}
