import { Button, Select, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import {
  paymentModeLimits as limits,
  paymentModeSchema,
  paymentModeTexts,
} from '#domain/payment/payment-mode.schema.ts'
import { missingIn } from '#domain/kernel/translations.ts'
import { modeProviders } from '#domain/payment/payment-provider.ts'
import { patchPaymentModeCall, type OfficePaymentMode } from '#sync/calls/payment-mode.ts'
import { circuitKey } from '#web/lib/circuit-key.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { LanguageTabs } from '#web/staff/ui/form/language-tabs.tsx'
import { textField, useTextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { CallProblem } from './circuit-call-problem.tsx'
import { useCircuitProblemText } from './use-circuit-problem-text.ts'
import { ModifierFields } from './modifier-fields.tsx'
import { paymentModeBodyOf, paymentModeValuesOf, type PaymentModeValues } from './payment-mode-values.ts'
import { useBonusFeature } from './use-bonus-feature.ts'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'
import { useRowDraft } from '#web/staff/ui/form/use-row-draft.ts'
import { problemsOf, without, type Problems } from '#web/staff/ui/form/form-problems.ts'

/** What a payment mode says, to be changed by who may, and read by who may not. */
export function PaymentModeForm(props: {
  readonly mode: OfficePaymentMode
  /** Asks for the payment mode again; nothing where that fails. */
  readonly onReload: () => Promise<OfficePaymentMode | undefined>
}) {
  const { t } = useTranslation(['circuit', 'common'])
  const isArchived = props.mode.status === 'archived'
  const isOff = !useCan('payment_mode.update') || isArchived
  const mayCarryBonus = useBonusFeature()
  const navigate = useNavigate()
  const { began, values, isChanged, set, drop } = useRowDraft(props.mode, paymentModeValuesOf)
  const [problems, setProblems] = useState<Problems>({})
  const problem = useCircuitProblemText(problems, paymentModeSchema)
  const saving = useSavePaymentMode(began)
  const change = <Field extends keyof PaymentModeValues>(field: Field, value: PaymentModeValues[Field]): void => {
    set({ [field]: value } as Pick<PaymentModeValues, Field>)
    setProblems(without(problems, field))
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const parsed = paymentModeSchema.safeParse(paymentModeBodyOf(values))
    const found = parsed.success ? {} : problemsOf(parsed.error)
    setProblems(found)
    languages.lead(Object.keys(found))
    if (parsed.success) return saving.mutate(parsed.data)
    focusFirstFault(event.currentTarget)
  }
  const reload = async (): Promise<void> => {
    const now = await props.onReload()
    if (now === undefined) return
    saving.reset()
    setProblems({})
    drop(now)
  }
  const languages = useTextLanguages(new Map(Object.entries(problems)))
  const text = (field: (typeof paymentModeTexts)[number]) =>
    textField(languages, values, field, {
      fault: problem,
      onChange: (part) => {
        set(part)
        setProblems(without(problems, field, languages.shown))
      },
    })
  const area = (field: 'description' | 'longDescription' | 'mailContent') => ({
    size: 'md' as const,
    autosize: true,
    label: t(($) => $.mode[field]),
    disabled: isOff,
    ...text(field),
  })
  // A bonus from when the account had the feature can be taken away, and no other one be given.
  const isBonusOff = isOff || (!mayCarryBonus && values.modifier.mode === 'none')
  return (
    <OfficeForm
      maw={720}
      saving={saving}
      isUnsaved={isChanged}
      onSubmit={submit}
      trouble={<CallProblem error={saving.error} title={t(($) => $.notChanged.mode)} onReload={() => void reload()} />}
      buttons={
        <>
          {!isOff && (
            <Button type="submit" loading={saving.isPending}>
              {t(($) => $.form.save)}
            </Button>
          )}
          <Button variant="default" onClick={() => void navigate({ to: '/paymentModes' })}>
            {isOff ? t(($) => $.form.back) : t(($) => $.action.cancel, { ns: 'common' })}
          </Button>
        </>
      }
    >
      {isOff && <Text c="dimmed">{isArchived ? t(($) => $.form.archived) : t(($) => $.mode.readOnly)}</Text>}
      <Text>{t(($) => $.mode.typeIs, { type: t(($) => $.mode.types[began.type]) })}</Text>
      <Switch
        id="field-active"
        size="md"
        label={t(($) => $.mode.active)}
        description={t(($) => $.mode.activeText)}
        checked={values.isActive}
        disabled={isOff}
        onChange={(event) => change('isActive', event.currentTarget.checked)}
      />
      <LanguageTabs
        languages={languages}
        missing={(language) => missingIn(values, values.translations, paymentModeTexts, language).length}
      >
        <TextInput
          size="md"
          label={t(($) => $.mode.label)}
          withAsterisk={languages.shown === languages.own}
          maxLength={limits.label + 1}
          disabled={isOff}
          {...text('label')}
        />
        <Textarea
          {...area('description')}
          description={t(($) => $.mode.descriptionText, {
            least: limits.shortestDescription,
            count: limits.description,
          })}
          minRows={2}
        />
        <Textarea
          {...area('longDescription')}
          description={t(($) => $.mode.longDescriptionText, {
            count: limits.longDescription,
            lines: limits.longDescriptionLines,
          })}
          minRows={4}
          maxRows={16}
        />
        <Textarea
          {...area('mailContent')}
          description={t(($) => $.mode.mailContentText, { count: limits.mailContent })}
          minRows={2}
        />
      </LanguageTabs>
      <Select
        size="md"
        id="field-provider"
        maw={360}
        label={t(($) => $.mode.provider)}
        data={modeProviders.map((value) => ({ value, label: t(($) => $.mode.providers[value]) }))}
        value={values.provider}
        allowDeselect={false}
        disabled={isOff}
        onChange={(next) => {
          const provider = modeProviders.find((one) => one === next)
          if (provider !== undefined) change('provider', provider)
        }}
      />
      <ModifierFields
        values={values.modifier}
        problem={problem}
        isOff={isBonusOff}
        note={mayCarryBonus ? null : t(($) => $.mode.bonusNeedsFeature)}
        onChange={(modifier) => change('modifier', modifier)}
      />
    </OfficeForm>
  )
}

function useSavePaymentMode(mode: OfficePaymentMode) {
  const http = useHttp()
  return useSaveToList({
    send: (body: z.output<typeof paymentModeSchema>) =>
      http(patchPaymentModeCall, { params: { id: mode.id }, body, ifMatch: mode.version }),
    queryKey: circuitKey,
    to: { to: '/paymentModes' },
    message: 'saved',
  })
}
