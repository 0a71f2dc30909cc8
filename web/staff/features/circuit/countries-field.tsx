import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countryCodes } from '#domain/customer/customer-checks.library.ts'
import { countryNames } from '#domain/kernel/country-names.ts'
import { TruncatedMultiSelect } from '#web/staff/ui/form/truncated-select.tsx'

/** Countries that a circuit or a shipping method takes; none is all of them. */
export function CountriesField(props: {
  readonly description: string
  readonly value: readonly string[]
  readonly isOff: boolean
  readonly onChange: (countries: readonly string[]) => void
}) {
  const { value, isOff, onChange } = props
  const { t, i18n } = useTranslation('circuit')
  const data = useMemo(() => {
    const nameOf = countryNames(i18n.language)
    const named = countryCodes.map((code) => ({ value: code, label: nameOf(code) }))
    return named.toSorted((a, b) => a.label.localeCompare(b.label, i18n.language))
  }, [i18n.language])
  return (
    <TruncatedMultiSelect
      size="md"
      label={t(($) => $.form.countries)}
      description={props.description}
      placeholder={value.length === 0 ? t(($) => $.form.allCountries) : ''}
      searchable
      clearable
      hidePickedOptions
      data={data}
      value={[...value]}
      disabled={isOff}
      onChange={onChange}
    />
  )
}
