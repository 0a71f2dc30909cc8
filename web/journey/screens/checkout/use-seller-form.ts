import { useEffect, useRef, useState } from 'react'
import type { TypedFields } from '#domain/cart/cart.ts'
import type { FieldFault } from '#domain/customer/customer.ts'
import { useCart } from '../../kit/cart.tsx'
import { noFaults } from '../../kit/seller-memory.ts'
import { splitTypedFields, type SellerField } from './seller-form.ts'
import type { SellerTools } from './seller-tools.ts'
import { useAfterPress } from './use-after-press.ts'
import { useSeller, type Seller } from './use-seller.ts'

/** The customer form while it is filled in. */
export interface SellerForm {
  readonly seller: Seller
  readonly typed: TypedFields
  readonly set: (name: SellerField, value: string) => void
  /** Told when a field is left: from then on its fault shows. */
  readonly leave: (name: SellerField) => void
  readonly faultOf: (name: SellerField) => FieldFault | null
  /** What is to be corrected before going on; empty until the customer tried. */
  readonly faults: readonly FieldFault[]
  /** How often the customer tried to go on. */
  readonly tries: number
  readonly isChecking: boolean
  /** Whether the server has refused something that this form has no field for. */
  readonly isBeyondForm: boolean
  /** Whether the checks could not be loaded. */
  readonly isCut: boolean
  /** Whether everything passes; what does not is shown, and the summary takes the focus. */
  readonly submit: () => Promise<boolean>
}

const keepAfterMs = 250

/** Holds the customer form: what is typed is kept as it is typed, what is secret in memory alone. */
export function useSellerForm(): SellerForm {
  const seller = useSeller()
  const { cart, keepSeller, memory } = useCart()
  const [typed, setTyped] = useState(seller.typed)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [given, setGiven] = useState(() => {
    const found = memory.of(cart.cartId).given
    // Shown once: a later visit to the form is the customer's own choice.
    memory.keep(cart.cartId, { given: noFaults })
    return found
  })
  const [tries, setTries] = useState(given.wrong.length + given.lacking.length > 0 ? 1 : 0)
  const [state, setState] = useState<'idle' | 'checking' | 'cut'>('idle')
  const kept = useKeeping(typed, (fields) => keepSeller(cart.cartId, splitTypedFields(fields)))
  const afterPress = useAfterPress()
  const { tools } = seller
  const checked = tools === null ? null : seller.check(typed, tools)
  const own = checked === null || checked.ok ? [] : checked.error
  const stillGiven = checked === null ? [...given.lacking, ...given.wrong] : given.wrong
  const faults = [...own, ...stillGiven.filter(({ field }) => own.every((fault) => fault.field !== field))]
  const isShown = (name: string): boolean => tries > 0 || (left.has(name) && (typed[name] ?? '') !== '')

  const submit = async (): Promise<boolean> => {
    setState('checking')
    const loaded = tools ?? (await seller.load())
    setState(loaded === null ? 'cut' : 'idle')
    if (loaded === null) return false
    const answer = seller.check(typed, loaded)
    setTries((before) => before + 1)
    kept()
    return answer.ok && given.wrong.length === 0
  }
  return {
    seller,
    typed,
    set: (name, value) => {
      setTyped((before) => ({ ...before, [name]: value }))
      const isOther = ({ field }: FieldFault): boolean => field !== name
      setGiven((known) => ({ ...known, wrong: known.wrong.filter(isOther), lacking: known.lacking.filter(isOther) }))
    },
    leave: (name) => {
      if (name === 'clientZipCode') setTyped((before) => withPostalCode(before, tools))
      afterPress(() => setLeft((before) => new Set(before).add(name)))
      kept()
    },
    faultOf: (name) => (isShown(name) ? (faults.find(({ field }) => field === name) ?? null) : null),
    faults: tries > 0 ? faults : [],
    tries,
    isChecking: state === 'checking',
    isBeyondForm: given.isBeyondForm,
    isCut: state === 'cut' && tools === null,
    submit,
  }
}

/** The postal code as the post of the country writes it, once it is one. */
function withPostalCode(typed: TypedFields, tools: SellerTools | null): TypedFields {
  const { clientZipCode = '', clientCountry = '' } = typed
  const written = tools?.checks.zipCode(clientZipCode, clientCountry) ?? null
  return written === null ? typed : { ...typed, clientZipCode: written }
}

/** Keeps what is typed a moment later, at once when the page goes, and whenever it is told to. */
function useKeeping(typed: TypedFields, keep: (typed: TypedFields) => void): () => void {
  const latest = useRef({ typed, keep })
  useEffect(() => void (latest.current = { typed, keep }))
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) return void (isFirst.current = false)
    const timer = setTimeout(() => latest.current.keep(typed), keepAfterMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    const now = (): void => latest.current.keep(latest.current.typed)
    addEventListener('pagehide', now)
    return () => {
      removeEventListener('pagehide', now)
      now()
    }
  }, [])
  return () => latest.current.keep(latest.current.typed)
}
