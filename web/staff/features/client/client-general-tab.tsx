import { Fieldset, Select, Stack, Textarea, TextInput, type InputWrapperProps } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { clientStatuses } from '#domain/organization/client.ts'
import { clientLimits } from '#domain/settings/client.schema.ts'
import { currencies, languages } from '#domain/kernel/languages.ts'
import { CountryField } from '#web/staff/ui/form/country-field.tsx'
import { languageName } from '#web/staff/ui/form/language-name.ts'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import formClasses from '#web/staff/ui/form/office-form.module.css'
import { addressIn, inCountry, type ClientField } from './client-draft.ts'
import type { ClientFieldsProps } from './client-fields.ts'
import { FirstUserFields } from './first-user-fields.tsx'
import { StartFields } from './start-fields.tsx'

type TextField = Extract<
  ClientField,
  | 'name'
  | 'siret'
  | 'capital'
  | 'street'
  | 'streetMore'
  | 'zipCode'
  | 'city'
  | 'emailDPO'
  | 'webChannelUrl'
  | 'tagManagerId'
  | 'consentToolId'
>

/** Who a client is, where, and how the web finds it (ORG-05, ORG-09). */
export function GeneralTab(props: ClientFieldsProps & { readonly isNew: boolean }) {
  const { t } = useTranslation('client')
  const { draft, set, problem, isNew } = props
  const text = (field: TextField, limit: number) => ({
    label: t(($) => $.form[field]),
    value: draft[field],
    error: problem(field),
    maxLength: limit + 1,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      set({ [field]: event.currentTarget.value }),
  })
  return (
    <Stack gap="lg">
      {isNew && <StartFields {...props} />}
      <Fieldset legend={t(($) => $.form.identity)}>
        <div className={formClasses.pairs}>
          <TextInput {...text('name', clientLimits.name)} withAsterisk autoFocus={isNew} />
          <Select
            label={t(($) => $.form.status)}
            data={clientStatuses.map((value) => ({ value, label: t(($) => $.status[value]) }))}
            value={draft.status}
            error={problem('status')}
            allowDeselect={false}
            onChange={(value) => set({ status: clientStatuses.find((one) => one === value) ?? draft.status })}
          />
          <TextInput
            {...text('siret', 2 * clientLimits.siret)}
            description={t(($) => $.form.siretHint)}
            inputWrapperOrder={hintBelow}
          />
          <TextInput {...text('capital', clientLimits.capital)} />
          <TextInput
            {...text('emailDPO', clientLimits.email)}
            type="email"
            inputMode="email"
            description={t(($) => $.form.emailDPOText)}
          />
        </div>
      </Fieldset>
      <Fieldset legend={t(($) => $.form.address)}>
        <div className={formClasses.pairs}>
          <TextInput {...text('street', clientLimits.street)} />
          <TextInput {...text('streetMore', clientLimits.street)} />
          <TextInput {...text('zipCode', clientLimits.zipCode)} />
          <TextInput {...text('city', clientLimits.city)} />
          <CountryField
            label={t(($) => $.form.country)}
            value={draft.country}
            error={problem('country')}
            isClearable
            onChange={(value) => set(isNew ? addressIn(value ?? '', draft) : { country: value ?? '' })}
          />
        </div>
      </Fieldset>
      {isNew && <FirstUserFields {...props} />}
      <PlaceFields {...props} />
      <Fieldset legend={t(($) => $.form.web)}>
        <Stack gap="md">
          <TextInput
            {...text('webChannelUrl', clientLimits.url)}
            id="field-webChannelUrl"
            type="url"
            placeholder={webExample}
            description={t(($) => $.form.webChannelHint)}
          />
          <div className={formClasses.pairs}>
            <TextInput {...text('tagManagerId', clientLimits.toolId)} />
            <TextInput {...text('consentToolId', clientLimits.toolId)} />
          </div>
          <Textarea
            label={t(($) => $.form.trackingTags)}
            description={t(($) => $.form.trackingTagsText)}
            autosize
            minRows={2}
            maxRows={12}
            maxLength={clientLimits.trackingTags + 1}
            value={draft.trackingTags}
            error={problem('trackingTags')}
            onChange={(event) => set({ trackingTags: event.currentTarget.value })}
          />
        </Stack>
      </Fieldset>
    </Stack>
  )
}

const webExample = 'https://'
// Fields side by side begin at one height.
const hintBelow: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error']

function PlaceFields({ draft, set, problem, isNew }: ClientFieldsProps & { readonly isNew: boolean }) {
  const { t } = useTranslation('client')
  const zones = useMemo(
    () => [...new Set([...Intl.supportedValuesOf('timeZone'), draft.timeZone])].toSorted(),
    [draft.timeZone],
  )
  return (
    <Fieldset legend={t(($) => $.form.place)}>
      <div className={formClasses.pairs}>
        <CountryField
          label={t(($) => $.form.companyCountry)}
          withAsterisk
          value={draft.companyCountry}
          error={problem('companyCountry')}
          onChange={(value) => set(isNew ? inCountry(value ?? '', draft) : { companyCountry: value ?? '' })}
        />
        <Select
          label={t(($) => $.form.language)}
          data={languages.map((value) => ({ value, label: languageName(value) }))}
          value={draft.language}
          error={problem('language')}
          allowDeselect={false}
          onChange={(value) => set({ language: languages.find((one) => one === value) ?? draft.language })}
        />
        <Select
          label={t(($) => $.form.currency)}
          description={t(($) => (isNew ? $.form.currencyNew : $.form.currencyFixed))}
          inputWrapperOrder={hintBelow}
          data={[...currencies]}
          value={draft.currency}
          error={problem('currency')}
          allowDeselect={false}
          disabled={!isNew}
          onChange={(value) => set({ currency: currencies.find((one) => one === value) ?? draft.currency })}
        />
        <TruncatedSelect
          label={t(($) => $.form.timeZone)}
          data={zones}
          value={draft.timeZone}
          error={problem('timeZone')}
          searchable
          allowDeselect={false}
          onChange={(value) => set({ timeZone: value ?? draft.timeZone })}
        />
      </div>
    </Fieldset>
  )
}
