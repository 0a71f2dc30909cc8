import { foldText } from '#domain/kernel/fold-text.ts'
import { typedCents, typedDay } from '#domain/kernel/typed-search.ts'

/** What a transfer is looked up by; what is not known of it is left out. */
interface FoundTransfer {
  readonly buybackCode: string
  readonly payeeName: string | null
  readonly amountCents: number
  readonly reference?: string
  readonly ibanEnd?: string
  readonly promisedOn?: string | null
}

/** Whether a transfer is what was typed: words of the payee's name, code, reference, IBAN's end, amount or promised day. */
export function matchesTransfer(transfer: FoundTransfer, typed: string): boolean {
  const { buybackCode, payeeName, amountCents, reference = '', ibanEnd = '', promisedOn = null } = transfer
  const text = typed.trim()
  if (text === '') return true
  const joined = foldText(text.replaceAll(/\s/g, ''))
  const name = foldText(payeeName ?? '')
  return (
    buybackCode.startsWith(joined) ||
    foldText(reference).startsWith(joined) ||
    (joined.length >= ibanEnd.length && ibanEnd !== '' && joined.endsWith(foldText(ibanEnd))) ||
    typedCents(text) === amountCents ||
    (promisedOn !== null && typedDay(text) === promisedOn) ||
    foldText(text)
      .split(/\s+/)
      .every((word) => name.includes(word))
  )
}
