import { atom, useAtom } from 'jotai'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TypedFields } from '#domain/cart/cart.ts'
import type { FieldFault } from '#domain/customer/customer.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { foundParts, isSamePerson, type PersonName } from '#domain/customer/seller.ts'
import type { takeCustomerCall } from '#sync/calls/customer-found-again.ts'
import type { Answer } from '#web/lib/http.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { likelyCountry } from '#web/lib/session.ts'
import type { CounterCatalog } from '#web/local/counter/counter.ts'
import type { Asked } from './asked.ts'

/** A customer who was found again: of document and account only their ends; the server takes them over itself. */
type FormerCustomer = Pick<Answer<typeof takeCustomerCall>, 'id' | 'identification' | 'bank'> & {
  readonly name: PersonName
}

/** What the customer confides at the counter; in the memory of this tab alone, until the sale seals it. */
export interface CustomerDraft {
  readonly customer: TypedFields
  readonly identification: TypedFields
  readonly bank: TypedFields
  /** Language of papers and mails: chosen, or as the web was told; null where it is the account's. */
  readonly language: Language | null
  /** The customer who was found again; null where the details are typed. */
  readonly former: FormerCustomer | null
  /** The details of that customer as they were found, before any was corrected. */
  readonly foundAs?: TypedFields
  /** Whether the customer agrees to be found again at a later sale. */
  readonly mayBeFound: boolean
  /** Whether a predeclared buyback keeps what the web was told. */
  readonly keepsWeb: boolean
  /** What was asked when all of it passed the checks; null as long as it has not. */
  readonly checkedFor: Asked | null
  /** What the check before the sealing has found: the form shows it when it is opened. */
  readonly faults: readonly FieldFault[]
}

const emptyDraft: CustomerDraft = {
  customer: {},
  identification: {},
  bank: {},
  language: null,
  former: null,
  mayBeFound: false,
  keepsWeb: true,
  checkedFor: null,
  faults: [],
}

// Of one user and one cart: nobody else finds what a customer has said, nor does the next customer's sale.
const draftAtom = atom<{ readonly owner: string; readonly draft: CustomerDraft }>({ owner: '', draft: emptyDraft })

/** The language that the form shows and the sale seals; without one in the draft, that of the account. */
export function languageOf({ language }: Pick<CustomerDraft, 'language'>, catalog: CounterCatalog): Language {
  return language ?? catalog.rules.settings.language
}

/** What is taken over from the customer who was found again, by the rule of the server. */
export function keptParts({
  former,
  foundAs,
  customer,
  bank,
}: Pick<CustomerDraft, 'former' | 'foundAs' | 'customer' | 'bank'>): Asked {
  if (former === null || foundAs === undefined) return { identification: false, bank: false }
  const accountHolder = former.bank === null ? bank['accountHolder'] : undefined
  const parts = foundParts({ customer: personOf(customer), accountHolder }, personOf(foundAs))
  return {
    identification: parts.identification && former.identification !== null,
    bank: parts.bank && former.bank !== null,
  }
}

function personOf({
  clientLastname = '',
  clientFirstname = '',
  clientLatinName = '',
  clientEmail = '',
  clientPhone = '',
}: TypedFields) {
  return { clientLastname, clientFirstname, clientLatinName, clientEmail, clientPhone }
}

function isFormer({ former, customer }: Pick<CustomerDraft, 'former' | 'customer'>): boolean {
  const { clientFirstname: firstName = '', clientLastname: lastName = '' } = customer
  return former !== null && isSamePerson(former.name, { firstName, lastName })
}

/** Parts of the draft that are typed field by field. */
export type DraftPart = 'customer' | 'identification' | 'bank'

/** The customer of a cart, how to change it, and how to forget it. */
export function useCustomerDraft(cartId: string): {
  readonly draft: CustomerDraft
  readonly change: (next: Partial<CustomerDraft>) => void
  /** Keeps what is typed into a field; the whole has to be checked again. */
  readonly set: (part: DraftPart, field: string, value: string) => void
  /** Takes what was asked for while the draft was this one; nothing where it has been typed into since. */
  readonly take: (asked: CustomerDraft, next: Partial<CustomerDraft>) => void
  readonly forget: () => void
} {
  const user = useSignedInUser()
  const [held, hold] = useAtom(draftAtom)
  const owner = `${user.id} ${cartId}`
  const { i18n } = useTranslation()
  const country = likelyCountry(user, i18n.language)
  const empty = useMemo((): CustomerDraft => ({ ...emptyDraft, customer: { clientCountry: country } }), [country])
  const draft = held.owner === owner ? held.draft : empty
  return {
    draft,
    change: (next) =>
      hold((before) => ({ owner, draft: { ...(before.owner === owner ? before.draft : empty), ...next } })),
    set: (part, field, value) =>
      hold((before) => {
        const known = before.owner === owner ? before.draft : empty
        const next = { ...known, [part]: { ...known[part], [field]: value }, checkedFor: null, faults: [] }
        // Nobody agrees for another: under another name the box is empty until it is ticked again.
        const mayBeFound = known.mayBeFound && (isFormer(next) || !isFormer(known))
        return { owner, draft: { ...next, mayBeFound } }
      }),
    take: (asked, next) =>
      hold((before) => {
        const known = before.owner === owner ? before.draft : empty
        return known === asked ? { owner, draft: { ...known, ...next } } : before
      }),
    forget: () => hold({ owner: '', draft: emptyDraft }),
  }
}
