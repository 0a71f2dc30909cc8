import { useEffect, useId, useRef, useState, type ComponentProps, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import type { CorrectionClosure, CorrectionKind } from '#domain/buyback/buyback-correction.ts'
import { checkAddress, checkBank, type CustomerChecks, type FieldFault } from '#domain/customer/customer.ts'
import { countryNames } from '#domain/kernel/country-names.ts'
import type { Currency } from '#domain/kernel/languages.ts'
import { needsBic } from '#domain/kernel/sepa-countries.ts'
import type { AskedCorrection, correctionBody } from '#sync/calls/buyback-correction.ts'
import { CallError } from '#web/lib/http.ts'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { refusalText } from '../../kit/refusal-text.ts'
import { useSite } from '../../kit/site.ts'
import kit from '../../kit/kit.module.css'

export type CorrectionBody = z.input<typeof correctionBody>

const fields = {
  bank: ['iban', 'bic', 'accountHolder'],
  address: ['clientStreet', 'clientStreetMore', 'clientZipCode', 'clientCity', 'clientCountry'],
} as const
type Field = (typeof fields)[CorrectionKind][number]
type Typed = Readonly<Partial<Record<Field, string>>>

interface FormProps {
  readonly kind: CorrectionKind
  /** Countries from which the product may be sent; none: all. */
  readonly countries: readonly string[]
  readonly ask: (body: CorrectionBody) => Promise<AskedCorrection>
  readonly onAsked: (answer: AskedCorrection) => void
  readonly onKeep: () => void
}

/** Asks for another bank account or address, by the rules of the form that the product was sold with. */
export function CorrectionForm({ kind, countries, ask, onAsked, onKeep }: FormProps) {
  const { t } = useTranslation('tracking')
  const { t: site } = useTranslation('journey')
  const { currency } = useSite().branding
  const id = useId()
  const [typed, setTyped] = useState<Typed>({})
  const [known, setKnown] = useState<readonly string[]>([])
  const [faults, setFaults] = useState<readonly FieldFault[]>([])
  const [latin, setLatin] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const sending = useRef(false)
  useEffect(() => {
    // Those of the sale's form, which weigh more than the form.
    const load = async () => (await import('#domain/customer/customer-checks.library.ts')).countryCodes
    if (kind === 'address' && countries.length === 0) void load().then(setKnown, () => undefined)
  }, [kind, countries])
  const set = (name: Field, value: string): void => {
    setTyped((before) => ({ ...before, [name]: value }))
    setFaults((before) => before.filter(({ field }) => field !== name))
    if (name === 'accountHolder') setLatin('')
  }
  const fail = (found: readonly FieldFault[]): void => {
    setFaults(found)
    document.getElementById(`${id}-${found[0]?.field ?? ''}`)?.focus()
    const holder = typed.accountHolder ?? ''
    // Without the network there is no proposal, and the customer writes the name.
    if (found.some(isLatinFault)) void proposeLatin(holder).then(setLatin, () => undefined)
  }
  const submit = async (): Promise<void> => {
    // A double press is faster than the button is drawn again.
    if (sending.current) return
    sending.current = true
    setSending(true)
    setProblem(null)
    try {
      const { libraryChecks } = await import('#domain/customer/customer-checks.library.ts')
      const checked = bodyOf(kind, typed, { checks: libraryChecks, currency })
      if (!checked.ok) return fail(checked.error)
      onAsked(await ask(checked.value))
    } catch (error) {
      const { code, details } = error instanceof CallError ? error : { code: '', details: null }
      const told = details as { readonly faults?: readonly FieldFault[]; readonly cause?: CorrectionClosure } | null
      const cause = told?.cause
      if (code === 'CUSTOMER_INVALID' && told?.faults !== undefined) fail(told.faults)
      else if (cause !== undefined && code.startsWith('CORRECTION_'))
        setProblem(t(($) => $.tracking.correct.closed[cause]))
      else setProblem(refusalText(site, error) ?? t(($) => $.tracking.correct.failed))
    } finally {
      sending.current = false
      setSending(false)
    }
  }
  const shown = fields[kind].filter((name) => name !== 'bic' || asksForBic(typed.iban ?? '', currency))
  return (
    <form
      noValidate
      aria-labelledby={id}
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h3 id={id}>{t(($) => $.tracking.correct.form[kind])}</h3>
      {shown.map((name) => (
        <CorrectionField
          key={name}
          id={`${id}-${name}`}
          name={name}
          value={typed[name] ?? ''}
          countries={countries.length === 0 ? known : countries}
          fault={faults.find(({ field }) => field === name) ?? null}
          onChange={(value) => set(name, value)}
        />
      ))}
      {latin === '' ? null : (
        <Button kind="quiet" onClick={() => set('accountHolder', latin)}>
          {t(($) => $.tracking.correct.useLatin, { name: latin })}
        </Button>
      )}
      {problem === null ? null : (
        <Notice tone="bad" isAlert>
          {problem}
        </Notice>
      )}
      <div className={kit.dialogActions}>
        <Button kind="plain" onClick={onKeep}>
          {t(($) => $.tracking.correct.keep)}
        </Button>
        <Button type="submit" disabled={isSending}>
          {isSending ? t(($) => $.tracking.correct.sending) : t(($) => $.tracking.correct.send)}
        </Button>
      </div>
    </form>
  )
}

interface FieldProps {
  readonly id: string
  readonly name: Field
  readonly value: string
  readonly countries: readonly string[]
  readonly fault: FieldFault | null
  readonly onChange: (value: string) => void
}

const inputs: Readonly<Partial<Record<Field, ComponentProps<'input'>>>> = {
  iban: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
  bic: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
  accountHolder: { autoComplete: 'off' },
  clientStreet: { autoComplete: 'address-line1' },
  clientStreetMore: { autoComplete: 'address-line2' },
  clientZipCode: { autoComplete: 'postal-code' },
  clientCity: { autoComplete: 'address-level2' },
}

function CorrectionField({ id, name, value, countries, fault, onChange }: FieldProps) {
  const { t, i18n } = useTranslation('tracking')
  const { t: words } = useTranslation('customer')
  const nameOf = countryNames(i18n.language)
  const isOptional = name === 'clientStreetMore'
  const told = fault === null ? {} : { 'aria-describedby': `${id}-fault` }
  const shared = { id, value, required: !isOptional, 'aria-invalid': fault !== null, ...told }
  return (
    <div className={kit.field}>
      <label htmlFor={id} className={kit.label}>
        {t(($) => $.tracking.correct.field[name])}
        {isOptional ? ` (${t(($) => $.tracking.correct.optional)})` : ''}
      </label>
      {name === 'clientCountry' && countries.length > 0 ? (
        <select {...shared} className={kit.select} onChange={(event) => onChange(event.target.value)}>
          <option value="">{t(($) => $.tracking.correct.choose)}</option>
          {countries
            .map((code) => ({ code, label: nameOf(code) }))
            .toSorted((one, other) => one.label.localeCompare(other.label, i18n.language))
            .map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
        </select>
      ) : (
        <input {...inputs[name]} {...shared} className={kit.input} onChange={(event) => onChange(event.target.value)} />
      )}
      {name === 'bic' ? <small>{t(($) => $.tracking.correct.bicHint)}</small> : null}
      {fault === null ? null : (
        <p id={`${id}-fault`} className={kit.problem}>
          {words(($) => $.errors[fault.error], { min: fault.min, max: fault.max })}
        </p>
      )}
    </div>
  )
}

function asksForBic(iban: string, currency: Currency): boolean {
  const plain = iban.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()
  return needsBic(plain.replace(/^IBAN/, ''), currency)
}

function isLatinFault({ field, error }: FieldFault): boolean {
  return field === 'accountHolder' && error === 'latinLetters'
}

/** What is asked for, as the server will check it. */
function bodyOf(
  kind: CorrectionKind,
  typed: Typed,
  { checks, currency }: { readonly checks: CustomerChecks; readonly currency: Currency },
) {
  const text = (name: Field): string => typed[name] ?? ''
  if (kind === 'bank') {
    const bank = { iban: text('iban'), accountHolder: text('accountHolder'), bic: text('bic') }
    const checked = checkBank(bank, checks, { currency })
    if (checked.ok) return { ok: true as const, value: { bank: checked.value } }
    // The server knows whether the name is the customer's own, whose Latin spelling was confirmed.
    const error = checked.error.filter((fault) => !isLatinFault(fault))
    return error.length === 0 ? { ok: true as const, value: { bank } } : { ok: false as const, error }
  }
  const address = {
    clientStreet: text('clientStreet'),
    clientStreetMore: text('clientStreetMore'),
    clientZipCode: text('clientZipCode'),
    clientCity: text('clientCity'),
    clientCountry: text('clientCountry'),
  }
  const checked = checkAddress(address, checks)
  return checked.ok ? { ok: true as const, value: { address } } : checked
}

/** Loaded for the names that need it alone: its tables of all scripts weigh. */
async function proposeLatin(name: string): Promise<string> {
  const { latinProposal } = await import('#domain/kernel/latin-proposal.library.ts')
  return latinProposal(name)
}
