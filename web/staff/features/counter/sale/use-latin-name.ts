import { useEffect, useRef } from 'react'
import { needsLatinName, wholeName } from '#domain/customer/customer.ts'
import type { CustomerDraft, DraftPart } from './customer-draft.ts'

/** Proposes a spelling of the customer's name in Latin letters, as long as none is written; none where it cannot be loaded. */
export function useLatinName(
  draft: CustomerDraft,
  set: (part: DraftPart, field: string, value: string) => void,
  propose: (name: string) => Promise<string> = proposeLatin,
): void {
  const { clientFirstname = '', clientLastname = '', clientLatinName = '' } = draft.customer
  const name = wholeName({ clientFirstname, clientLastname })
  const isAsked = needsLatinName(name)
  const latest = useRef({ set, written: clientLatinName, proposed: '' })
  useEffect(() => void Object.assign(latest.current, { set, written: clientLatinName }))
  useEffect(() => {
    if (!isAsked) return
    let isOver = false
    void propose(name)
      .catch(() => '')
      .then((proposed) => {
        const { written, proposed: before } = latest.current
        if (isOver || proposed === '' || (written !== '' && written !== before)) return
        latest.current.proposed = proposed
        latest.current.set('customer', 'clientLatinName', proposed)
      })
    return () => void (isOver = true)
  }, [isAsked, name, propose])
}

async function proposeLatin(name: string): Promise<string> {
  const { latinProposal } = await import('#domain/kernel/latin-proposal.library.ts')
  return latinProposal(name)
}
