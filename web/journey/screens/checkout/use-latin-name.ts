import { useEffect, useRef } from 'react'
import { needsLatinName } from '#domain/customer/customer.ts'
import { typedName } from './seller-form.ts'
import type { SellerForm } from './use-seller-form.ts'

/**
 * Whether the customer is asked for the name in Latin letters. A spelling is proposed for each name that is typed, as long
 * as the customer has written none: it stands in its field, to be corrected and sent.
 */
export function useLatinName(form: SellerForm): boolean {
  const name = typedName(form.typed)
  const isAsked = needsLatinName(name)
  const propose = form.seller.tools?.proposeLatin ?? null
  const latest = useRef({ form, proposed: '' })
  useEffect(() => void (latest.current.form = form))
  useEffect(() => {
    if (!isAsked || propose === null) return
    let isOver = false
    // Without the network there is no proposal, and the customer writes the name.
    void propose(name)
      .catch(() => '')
      .then((proposed) => {
        const { form: now, proposed: before } = latest.current
        const written = now.typed.clientLatinName ?? ''
        if (isOver || proposed === '' || (written !== '' && written !== before)) return
        latest.current.proposed = proposed
        now.set('clientLatinName', proposed)
      })
    return () => void (isOver = true)
  }, [isAsked, name, propose])
  return isAsked
}
