import type { SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { countryNames } from '#domain/kernel/country-names.ts'
import { TruncatedSelect } from './truncated-select.tsx'

/** Countries by name, to choose one; an empty value stands for none. */
export function CountryField(
  props: Pick<SelectProps, 'name' | 'size' | 'label' | 'description' | 'withAsterisk' | 'error' | 'onBlur'> & {
    readonly value: string
    readonly isClearable?: boolean
    readonly onChange: (value: string | null) => void
  },
) {
  const { isClearable = false, value, ...rest } = props
  const { i18n } = useTranslation()
  const codes = useQuery({ queryKey: ['countries'], queryFn: readCountryCodes, staleTime: Infinity }).data
  const data = useMemo(() => countriesIn(i18n.language, codes ?? [value]), [i18n.language, codes, value])
  return (
    <TruncatedSelect
      {...rest}
      data={data}
      value={value === '' ? null : value}
      searchable
      clearable={isClearable}
      allowDeselect={false}
    />
  )
}

async function readCountryCodes(): Promise<readonly string[]> {
  return (await import('#domain/customer/customer-checks.library.ts')).countryCodes
}

function countriesIn(
  language: string,
  codes: readonly string[],
): readonly { readonly value: string; readonly label: string }[] {
  const nameOf = countryNames(language)
  return codes
    .filter((value) => value !== '')
    .map((value) => ({ value, label: nameOf(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, language))
}
