import { useId, useRef, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { writtenImei } from '#domain/kernel/imei.ts'
import { hasFeature } from '#domain/organization/premium-feature.ts'
import { Button } from './button.tsx'
import { SearchIcon } from './icons.tsx'
import { useSite } from './site.ts'
import { useSiteNavigate } from './use-site-navigate.ts'
import classes from './search-field.module.css'

/** The search by keyword; without JavaScript it is a plain form that leads to the results. */
export function SearchField({ query = '', isLarge }: { readonly query?: string; readonly isLarge?: boolean }) {
  const { t } = useTranslation('journey')
  const id = useId()
  const go = useSiteNavigate()
  const hasImei = hasFeature(useSite().settings?.enabledPremiumFeatures ?? [], 'imei_search_and_collect')
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const typed = field.current?.value.trim() ?? ''
    const imei = hasImei ? writtenImei(typed) : null
    void go('/buyback/search/products', imei !== null ? { imei } : typed === '' ? {} : { query: typed })
  }
  return (
    <form
      className={classes.search}
      data-large={isLarge}
      role="search"
      action="/buyback/search/products"
      onSubmit={submit}
    >
      <label htmlFor={id} className="visually-hidden">
        {t(($) => $.search.label)}
      </label>
      <span className={classes.icon}>
        <SearchIcon />
      </span>
      <input
        ref={field}
        id={id}
        name="query"
        type="search"
        maxLength={200}
        className={classes.input}
        defaultValue={query}
        placeholder={t(($) => $.search.placeholder)}
        autoComplete="off"
        enterKeyHint="search"
      />
      <Button type="submit">{t(($) => $.search.submit)}</Button>
    </form>
  )
}
