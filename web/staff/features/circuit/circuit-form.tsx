import { Alert, Button, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { isCarried } from '#domain/circuit/circuit-carrier.ts'
import {
  circuitLimits,
  circuitSchema,
  circuitTexts,
  instructionTexts,
  ruleTexts,
} from '#domain/circuit/circuit.schema.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { missingIn } from '#domain/kernel/translations.ts'
import { textLimits } from '#domain/kernel/text-limits.ts'
import { patchCircuitCall, type CircuitAnswer, type CircuitOptions } from '#sync/calls/circuit.ts'
import { circuitKey } from '#web/lib/circuit-key.ts'
import { useCan, useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { LanguageTabs } from '#web/staff/ui/form/language-tabs.tsx'
import { NumberField } from '#web/staff/ui/form/number-field.tsx'
import { textField, useTextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { CallProblem } from './circuit-call-problem.tsx'
import { CategoryField } from './category-field.tsx'
import { circuitBodyOf, circuitValuesOf, type CircuitValues } from './circuit-values.ts'
import { useCircuitProblemText } from './use-circuit-problem-text.ts'
import { CountriesField } from './countries-field.tsx'
import { CustomValueFields } from './custom-value-fields.tsx'
import { InstructionFields } from './instruction-fields.tsx'
import { ModifierFields } from './modifier-fields.tsx'
import { PaymentModeFields, TransportFields } from './offer-fields.tsx'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { useRowDraft } from '#web/staff/ui/form/use-row-draft.ts'
import { problemsOf, without, type Problems } from '#web/staff/ui/form/form-problems.ts'

/** What a circuit says, to be changed by who may, and read by who may not. */
export function CircuitForm(props: {
  readonly circuit: CircuitAnswer
  readonly options: CircuitOptions
  /** Asks for the circuit again; nothing where that fails. */
  readonly onReload: () => Promise<CircuitAnswer | undefined>
}) {
  const { options } = props
  const { t } = useTranslation(['circuit', 'common'])
  const isArchived = props.circuit.status === 'archived'
  const mayChange = useCan('circuit.update') && !isArchived
  const navigate = useNavigate()
  const { began, values, isChanged, set, drop } = useRowDraft(props.circuit, circuitValuesOf)
  const [problems, setProblems] = useState<Problems>({})
  const problem = useCircuitProblemText(problems, circuitSchema)
  const saving = useSaveCircuit(began)
  const isOff = !mayChange
  const change = (part: Partial<CircuitValues>, mended: string): void => {
    set(part)
    setProblems(without(problems, mended))
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const parsed = circuitSchema.safeParse(circuitBodyOf(values, began))
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
  const text = (field: (typeof circuitTexts | typeof ruleTexts)[number]) =>
    textField(languages, values, field, {
      fault: problem,
      onChange: (part) => {
        set(part)
        setProblems(without(problems, field, languages.shown))
      },
    })
  const leave = (): void => void navigate({ to: '/circuits' })
  return (
    <OfficeForm
      maw={820}
      saving={saving}
      isUnsaved={isChanged}
      onSubmit={submit}
      trouble={
        <CallProblem error={saving.error} title={t(($) => $.notChanged.circuit)} onReload={() => void reload()} />
      }
      buttons={
        <>
          {mayChange && (
            <Button type="submit" loading={saving.isPending}>
              {t(($) => $.form.save)}
            </Button>
          )}
          <Button variant="default" onClick={leave}>
            {mayChange ? t(($) => $.action.cancel, { ns: 'common' }) : t(($) => $.form.back)}
          </Button>
        </>
      }
    >
      {isOff && <Text c="dimmed">{isArchived ? t(($) => $.form.archived) : t(($) => $.form.readOnly)}</Text>}
      <Text>
        {t(($) => $.form.path, {
          path: `${t(($) => $.channel[began.channel])} › ${t(($) => $.deposit[began.deposit])}`,
        })}
      </Text>
      <Switch
        id="field-enabled"
        size="md"
        label={t(($) => $.form.enabled)}
        description={t(($) => $.form.enabledText)}
        checked={values.isEnabled}
        disabled={isOff}
        onChange={(event) => change({ isEnabled: event.currentTarget.checked }, 'status')}
      />
      {isCarried(began.type) && (
        <CarrierFields circuit={began} ownLabel={values.ownLabel} isOff={isOff} onChange={change} />
      )}
      <LanguageTabs languages={languages} missing={(language) => missingOf(values, language)}>
        <TextInput
          size="md"
          label={t(($) => $.form.name)}
          withAsterisk={languages.shown === languages.own}
          maxLength={textLimits.name + 1}
          disabled={isOff}
          {...text('name')}
        />
        <Textarea
          size="md"
          label={t(($) => $.form.description)}
          description={t(($) => $.form.descriptionText, { count: circuitLimits.description })}
          autosize
          minRows={2}
          disabled={isOff}
          {...text('description')}
        />
        <InstructionFields
          languages={languages}
          instructions={values.instructions}
          problem={problem}
          isOff={isOff}
          onChange={(instructions, mended) => change({ instructions }, mended)}
        />
        <Textarea
          size="md"
          label={t(($) => $.form.ruleDescription)}
          description={t(($) => $.form.ruleDescriptionText, { count: circuitLimits.description })}
          autosize
          minRows={2}
          disabled={isOff}
          {...text('ruleDescription')}
        />
        <Textarea
          size="md"
          label={t(($) => $.form.terms)}
          description={t(($) => $.form.termsText, { count: circuitLimits.terms })}
          autosize
          minRows={2}
          maxRows={12}
          disabled={isOff}
          {...text('terms')}
        />
        <Textarea
          size="md"
          label={t(($) => $.form.highlight)}
          description={t(($) => $.form.highlightText, { count: circuitLimits.highlightedInstruction })}
          autosize
          minRows={2}
          disabled={isOff}
          {...text('highlightedInstruction')}
        />
      </LanguageTabs>
      <NumberField
        maw={360}
        label={t(($) => $.form.copies)}
        withAsterisk
        min={circuitLimits.fewestCopies}
        max={circuitLimits.copies}
        value={values.copies}
        error={problem('transferOrderNumberOfCopy')}
        disabled={isOff}
        onChange={(copies) => change({ copies }, 'transferOrderNumberOfCopy')}
      />
      <CategoryField
        known={began.categories}
        value={values.categoryIds}
        isOff={isOff}
        onChange={(categoryIds) => change({ categoryIds }, 'linkCategoryIds')}
      />
      <CountriesField
        description={t(($) => $.form.countriesText)}
        value={values.countries}
        isOff={isOff}
        onChange={(countries) => change({ countries }, 'eligibleCountries')}
      />
      <PaymentModeFields options={options} values={values} isOff={isOff} onChange={change} />
      <TransportFields
        circuit={began}
        options={options}
        values={values}
        problem={problem}
        isOff={isOff}
        onChange={change}
      />
      <ModifierFields
        values={values.modifier}
        problem={problem}
        needsCap
        isOff={isOff}
        onChange={(modifier) => change({ modifier }, 'modifier')}
      />
      {values.customValues !== null && (
        <CustomValueFields
          values={values.customValues}
          problem={problem}
          isOff={isOff}
          onChange={(customValues, mended) => change({ customValues }, mended)}
        />
      )}
    </OfficeForm>
  )
}

// A text of the circuit or of one of its instructions.
function missingOf(values: CircuitValues, language: Language): number {
  const own = missingIn(values, values.translations, [...circuitTexts, ...ruleTexts], language).length
  return values.instructions.reduce(
    (count, each) => count + missingIn(each, each.translations, instructionTexts, language).length,
    own,
  )
}

/** How the parcels of a circuit that posts or collects travel: with a carrier's label, or with one without postage. */
function CarrierFields(props: {
  readonly circuit: CircuitAnswer
  readonly ownLabel: boolean
  readonly isOff: boolean
  readonly onChange: (part: Partial<CircuitValues>, mended: string) => void
}) {
  const { circuit, ownLabel, isOff, onChange } = props
  const { t } = useTranslation('circuit')
  const mayConnect = useCan('connector.manage')
  const { currentOrganization } = useSignedInUser()
  return (
    <>
      {circuit.carrierMissing && !ownLabel && (
        <Alert color="yellow" role="status" title={t(($) => $.carrier.missing)}>
          {t(($) => $.carrier.missingText)}
          {mayConnect && currentOrganization !== null && (
            <AnchorLink
              to="/connectors/$organizationId/connectors"
              params={{ organizationId: currentOrganization.id }}
              display="block"
              mt="xs"
              underline="always"
            >
              {t(($) => $.carrier.connect)}
            </AnchorLink>
          )}
        </Alert>
      )}
      <Switch
        id="field-ownLabel"
        size="md"
        label={t(($) => $.carrier.ownLabel)}
        description={t(($) => $.carrier.ownLabelText)}
        checked={ownLabel}
        disabled={isOff}
        onChange={(event) => onChange({ ownLabel: event.currentTarget.checked }, 'ownLabel')}
      />
    </>
  )
}

function useSaveCircuit(circuit: CircuitAnswer) {
  const http = useHttp()
  return useSaveToList({
    send: (body: z.output<typeof circuitSchema>) =>
      http(patchCircuitCall, { params: { id: circuit.id }, body, ifMatch: circuit.version }),
    queryKey: circuitKey,
    to: { to: '/circuits' },
    message: 'saved',
  })
}
