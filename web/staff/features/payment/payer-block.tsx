import { Alert, Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { writePayerCall, type payerAnswer } from '#sync/calls/payment.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { usePaymentAction } from './use-payment-action.ts'
import classes from './payment.module.css'

type Payer = z.output<typeof payerAnswer>

/** Whose money a file debits, and its change. */
export function PayerBlock({ payer }: { readonly payer: Payer | null }) {
  const { t } = useTranslation('payments')
  const may = useCan('payment_file.manage')
  const [isOpen, setOpen] = useState(false)
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
          value: <span translate="no">{payer.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>,
        },
      ]}
    />
  )
}

function PayerForm({ payer, onDone }: { readonly payer: Payer | null; readonly onDone: () => void }) {
  const { t } = useTranslation(['payments', 'common'])
  const http = useHttp()
  const [values, setValues] = useState({
    name: payer?.name ?? '',
    iban: payer?.iban ?? '',
    bic: payer?.bic ?? '',
    town: payer?.town ?? '',
    country: payer?.country ?? 'FR',
  })
  const saving = usePaymentAction(
    () => http(writePayerCall, { body: { ...values, bic: values.bic.trim() === '' ? null : values.bic } }),
    onDone,
  )
  const field = (name: keyof typeof values, most: number, isOptional = false) => (
    <TextInput
      id={`field-payer-${name}`}
      label={t(($) => $.payer[name])}
      value={values[name]}
      required={!isOptional}
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
        {field('country', 2)}
      </div>
      {saving.problem !== null && (
        <Alert color="red" role="alert" mt="md">
          {saving.problem}
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
