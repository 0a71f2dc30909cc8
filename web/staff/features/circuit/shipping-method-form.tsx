import { Button, Switch, Text, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { circuitLimits } from '#domain/circuit/circuit.schema.ts'
import type { RelaySource } from '#domain/circuit/relay-points.ts'
import { circuitTypeOf } from '#domain/circuit/shipping-method-type.ts'
import { shippingMethodSchema, shippingMethodTexts } from '#domain/circuit/shipping-method.schema.ts'
import { missingIn, type Translations } from '#domain/kernel/translations.ts'
import { patchShippingMethodCall, type OfficeShippingMethod } from '#sync/calls/shipping-method.ts'
import { circuitKey } from '#web/lib/circuit-key.ts'
import { useCan, useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { likelyCountry } from '#web/lib/session.ts'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { LanguageTabs } from '#web/staff/ui/form/language-tabs.tsx'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { sentTexts } from '#web/staff/ui/form/translated-draft.ts'
import { textField, useTextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'
import { useRowDraft } from '#web/staff/ui/form/use-row-draft.ts'
import { problemsOf, without, type Problems } from '#web/staff/ui/form/form-problems.ts'
import { CallProblem } from './circuit-call-problem.tsx'
import { CountriesField } from './countries-field.tsx'
import { useCircuitProblemText } from './use-circuit-problem-text.ts'
import { ModifierFields } from './modifier-fields.tsx'
import { modifierBodyOf, modifierValuesOf, type ModifierValues } from './modifier-values.ts'
import { PickupFields } from './pickup-fields.tsx'
import { pickupBodyOf, pickupValuesOf, type PickupValues } from './pickup-values.ts'
import { RelayFields } from './relay-fields.tsx'

interface MethodValues {
  readonly isActive: boolean
  readonly description: string
  readonly translations: Translations
  readonly countries: readonly string[]
  readonly modifier: ModifierValues
  readonly pickup: PickupValues
  readonly relayPoints: RelaySource | null
}

const valuesOf = (method: OfficeShippingMethod, country: string | null): MethodValues => ({
  isActive: method.status === 'active',
  description: method.description ?? '',
  translations: method.translations,
  countries: method.availableCountries,
  modifier: modifierValuesOf(method.modifier),
  pickup: pickupValuesOf(method.pickup ?? null, country),
  relayPoints: method.relayPoints ?? null,
})

const bodyOf = ({
  isActive,
  description,
  translations,
  countries,
  modifier,
  pickup,
  relayPoints,
}: MethodValues): unknown => ({
  status: isActive ? 'active' : 'inactive',
  description,
  translations: sentTexts(translations),
  availableCountries: countries,
  modifier: modifierBodyOf(modifier),
  pickup: pickupBodyOf(pickup),
  relayPoints,
})

/** What a shipping method says, to be changed by who may, and read by who may not. */
export function ShippingMethodForm(props: {
  readonly method: OfficeShippingMethod
  /** Asks for the shipping method again; nothing where that fails. */
  readonly onReload: () => Promise<OfficeShippingMethod | undefined>
}) {
  const { t } = useTranslation(['circuit', 'common', 'buyback'])
  const isArchived = props.method.status === 'archived'
  const isOff = !useCan('circuit.update') || isArchived
  const navigate = useNavigate()
  const user = useSignedInUser()
  const country = likelyCountry(user, user.language) || null
  const { began, values, isChanged, set, drop } = useRowDraft(props.method, (method: OfficeShippingMethod) =>
    valuesOf(method, country),
  )
  const [problems, setProblems] = useState<Problems>({})
  const problem = useCircuitProblemText(problems, shippingMethodSchema)
  const saving = useSaveShippingMethod(began)
  const languages = useTextLanguages(new Map(Object.entries(problems)))
  const change = (part: Partial<MethodValues>, mended: string): void => {
    set(part)
    setProblems(without(problems, mended))
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const parsed = shippingMethodSchema.safeParse(bodyOf(values))
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
  return (
    <OfficeForm
      maw={720}
      saving={saving}
      isUnsaved={isChanged}
      onSubmit={submit}
      trouble={
        <CallProblem error={saving.error} title={t(($) => $.notChanged.method)} onReload={() => void reload()} />
      }
      buttons={
        <>
          {!isOff && (
            <Button type="submit" loading={saving.isPending}>
              {t(($) => $.form.save)}
            </Button>
          )}
          <Button variant="default" onClick={() => void navigate({ to: '/shippingMethods' })}>
            {isOff ? t(($) => $.form.back) : t(($) => $.action.cancel, { ns: 'common' })}
          </Button>
        </>
      }
    >
      {isOff && <Text c="dimmed">{isArchived ? t(($) => $.form.archived) : t(($) => $.method.readOnly)}</Text>}
      <Text>
        {t(($) => $.mode.typeIs, { type: t(($) => $.circuitType[circuitTypeOf(began.type)], { ns: 'buyback' }) })}
      </Text>
      <Switch
        size="md"
        label={t(($) => $.method.active)}
        description={t(($) => $.method.activeText)}
        checked={values.isActive}
        disabled={isOff}
        onChange={(event) => change({ isActive: event.currentTarget.checked }, 'status')}
      />
      <LanguageTabs
        languages={languages}
        missing={(language) => missingIn(values, values.translations, shippingMethodTexts, language).length}
      >
        <Textarea
          size="md"
          autosize
          minRows={2}
          label={t(($) => $.form.description)}
          description={t(($) => $.method.descriptionText, { count: circuitLimits.description })}
          disabled={isOff}
          {...textField(languages, values, 'description', {
            fault: problem,
            onChange: (part) => {
              set(part)
              setProblems(without(problems, 'description', languages.shown))
            },
          })}
        />
      </LanguageTabs>
      <CountriesField
        description={t(($) => $.method.countriesText)}
        value={values.countries}
        isOff={isOff}
        onChange={(countries) => change({ countries }, 'availableCountries')}
      />
      <ModifierFields
        values={values.modifier}
        problem={problem}
        isOff={isOff}
        note={t(($) => $.transport.text)}
        onChange={(modifier) => change({ modifier }, 'modifier')}
      />
      {began.type === 'WEB_COLLECT' && (
        <PickupFields
          values={values.pickup}
          problem={problem}
          isOff={isOff}
          onChange={(pickup, mended) => change({ pickup }, mended)}
        />
      )}
      {began.type === 'WEB_DROP_LABEL' && (
        <RelayFields
          methodId={began.id}
          value={values.relayPoints}
          count={began.relayPointCount ?? 0}
          isOff={isOff}
          onChange={(relayPoints) => change({ relayPoints }, 'relayPoints')}
        />
      )}
      <Text c="dimmed">
        {began.circuits.length === 0
          ? t(($) => $.method.unused)
          : t(($) => $.transport.shared, { circuits: began.circuits.map(({ name }) => name).join(', ') })}
      </Text>
    </OfficeForm>
  )
}

function useSaveShippingMethod(method: OfficeShippingMethod) {
  const http = useHttp()
  return useSaveToList({
    send: (body: z.output<typeof shippingMethodSchema>) =>
      http(patchShippingMethodCall, { params: { id: method.id }, body, ifMatch: method.version }),
    queryKey: circuitKey,
    to: { to: '/shippingMethods' },
    message: 'saved',
  })
}
