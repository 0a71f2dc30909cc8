import { Alert, Button, Group, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { writePayerCall, type payerAnswer, type WaitingPayerAnswer } from '#sync/calls/payment-payer.ts'
import { CallError } from '#web/lib/http.ts'
import { useCan, useFormat, useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { likelyCountry } from '#web/lib/session.ts'
import { isStale } from '#web/staff/ui/form/save-error.tsx'
import { CountryField } from '#web/staff/ui/form/country-field.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { usePaymentAction } from './use-payment-action.ts'
import classes from './payment.module.css'

type Payer = z.output<typeof payerAnswer>

/** Whose money a file debits, and its change. */
export function PayerBlock({
  payer,
  waiting,
}: {
  readonly payer: Payer | null
  readonly waiting: WaitingPayerAnswer | null
}) {
  const { t } = useTranslation('payment')
  const may = useCan('payment_file.manage')
  // A form that was opened for want of a payer stays when another user gives one: it holds what was typed.
  const [isOpen, setOpen] = useState(payer === null)
  if (waiting !== null) return <WaitingPayer payer={payer} waiting={waiting} />
  if (payer === null || isOpen) {
    return (
      <FactBlock title={t(($) => $.payer.title)} facts={[]}>
        {payer === null && (
          <Alert color="yellow" mb="md">
            {t(($) => $.payer.missing)}
          </Alert>
        )}
        <PayerForm payer={payer} onDone={() => setOpen(false)} />
      </FactBlock>
    )
  }
  return (
    <FactBlock
      title={t(($) => $.payer.title)}
      status={
        may && (
          <Button variant="default" size="sm" onClick={() => setOpen(true)}>
            {t(($) => $.payer.change)}
          </Button>
        )
      }
      facts={[
        { label: t(($) => $.payer.name), value: payer.name },
        {
          label: t(($) => $.payer.iban),
          value: <span translate="no">{spaced(payer.iban)}</span>,
        },
      ]}
    />
  )
}

/** A change that a second person has yet to release; the account that is debited until then, where there is one. */
function WaitingPayer(props: { readonly payer: Payer | null; readonly waiting: WaitingPayerAnswer }) {
  const { t } = useTranslation('payment')
  const format = useFormat()
  const { payer, waiting } = props
  const { name, madeBy, madeAt } = waiting
  return (
    <FactBlock
      title={t(($) => $.payer.title)}
      facts={
        payer === null
          ? []
          : [
              { label: t(($) => $.payer.name), value: payer.name },
              { label: t(($) => $.payer.iban), value: <span translate="no">{spaced(payer.iban)}</span> },
            ]
      }
    >
      <Alert color="yellow" role="status" mt="md">
        {t(($) => $.payer.waiting, { name, iban: spaced(waiting.iban) })}{' '}
        {madeBy !== null && t(($) => $.payer.waitingBy, { name: madeBy, date: format.dateTime(madeAt) })}
      </Alert>
    </FactBlock>
  )
}

const spaced = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** Names no payer: a first one is refused where another user has given one since. */
const noPayerVersion = 0

function valuesOf(payer: Payer | null, likely: string) {
  return {
    name: payer?.name ?? '',
    iban: payer?.iban ?? '',
    bic: payer?.bic ?? '',
    town: payer?.town ?? '',
    country: payer?.country ?? likely,
  }
}

const texts = ['name', 'iban', 'bic', 'town'] as const
type PayerText = (typeof texts)[number]

const idOf = (name: PayerText): string => `field-payer-${name}`

/** The field that the server does not take. */
function refusedField(error: Error | null): PayerText | null {
  const named = error instanceof CallError ? error.field : undefined
  return texts.find((name) => name === named) ?? null
}

function PayerForm({ payer, onDone }: { readonly payer: Payer | null; readonly onDone: () => void }) {
  const { t, i18n } = useTranslation(['payment', 'common'])
  const http = useHttp()
  const country = likelyCountry(useSignedInUser(), i18n.language)
  // What is on screen was read with this one, also once another user's is there.
  const [opened, setOpened] = useState(payer)
  const [values, setValues] = useState(() => valuesOf(payer, country))
  const reload = (): void => {
    setOpened(payer)
    setValues(valuesOf(payer, country))
    saving.reset()
  }
  const saving = usePaymentAction(
    () =>
      http(writePayerCall, {
        body: { ...values, bic: values.bic.trim() === '' ? null : values.bic },
        ifMatch: opened?.version ?? noPayerVersion,
      }),
    onDone,
  )
  const refused = refusedField(saving.error)
  // The field says what is wrong with it, and is where one types next.
  useEffect(() => {
    if (refused !== null) document.getElementById(idOf(refused))?.focus()
  }, [refused, saving.error])
  const field = (name: PayerText, most: number, isOptional = false) => (
    <TextInput
      id={idOf(name)}
      label={t(($) => $.payer[name])}
      value={values[name]}
      required={!isOptional}
      error={refused === name && saving.problem}
      maxLength={most}
      autoComplete="off"
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
    />
  )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        saving.run(undefined)
      }}
    >
      <div className={classes.form}>
        {field('name', 70)}
        {field('iban', 42)}
        {field('bic', 11, true)}
        {field('town', 35)}
        <CountryField
          label={t(($) => $.payer.country)}
          withAsterisk
          value={values.country}
          onChange={(country) => setValues({ ...values, country: country ?? '' })}
        />
      </div>
      {saving.problem !== null && refused === null && (
        <Alert color="red" role="alert" mt="md">
          <Group justify="space-between" gap="sm">
            <span>{saving.problem}</span>
            {isStale(saving.error) && (
              <Button variant="default" size="xs" onClick={reload}>
                {t(($) => $.form.reload, { ns: 'common' })}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      <Group justify="flex-end" mt="md">
        {payer !== null && (
          <Button variant="default" onClick={onDone}>
            {t(($) => $.action.cancel, { ns: 'common' })}
          </Button>
        )}
        <Button type="submit" loading={saving.isPending}>
          {t(($) => $.payer.save)}
        </Button>
      </Group>
    </form>
  )
}
