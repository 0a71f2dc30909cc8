import {
  lazy,
  Suspense,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type FormEvent,
  type KeyboardEvent,
} from 'react'
import { useTranslation } from 'react-i18next'
import { writtenImei } from '#domain/kernel/imei.ts'
import { hasFeature } from '#domain/organization/premium-feature.ts'
import { Button } from './button.tsx'
import { SearchIcon } from './icons.tsx'
import { useSite } from './site.ts'
import type { SuggestionList as List } from './suggestion-list.tsx'
import { useSiteNavigate } from './use-site-navigate.ts'
import { useSuggestions, suggestionLinks } from './use-suggestions.ts'
import classes from './search-field.module.css'

// Nobody needs the list before there is something in the field; without it the search is what it is without a script.
const loadList = (): Promise<{ default: ComponentType<ComponentProps<typeof List>> }> =>
  import('./suggestion-list.tsx').then(
    ({ SuggestionList: loaded }) => ({ default: loaded }),
    () => ({ default: () => null }),
  )
const SuggestionList = lazy(loadList)

/**
 * The search by keyword, which proposes products, brands and categories while one types; without JavaScript it is a plain
 * form that leads to the results.
 */
export function SearchField({ query = '', isLarge }: { readonly query?: string; readonly isLarge?: boolean }) {
  const { t } = useTranslation('journey')
  const id = useId()
  const go = useSiteNavigate()
  const hasImei = hasFeature(useSite().settings?.enabledPremiumFeatures ?? [], 'imei_search_and_collect')
  const field = useRef<HTMLInputElement>(null)
  const { found, ways, active, open, move, close } = useOpenSuggestions()
  const choose = (at: number): void => {
    const way = ways[at]
    close()
    if (way !== undefined) void go(way.to, way.search)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (active !== null) return choose(active)
    close()
    const typed = field.current?.value.trim() ?? ''
    const imei = hasImei ? writtenImei(typed) : null
    void go('/buyback/search/products', imei !== null ? { imei } : typed === '' ? {} : { query: typed })
  }
  const byKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    // Keys of an input method choose among its own words.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && found !== null) close()
    else if (event.key === 'ArrowDown' && found !== null) move(1)
    else if (event.key === 'ArrowUp' && found !== null) move(-1)
    else if (event.key === 'ArrowDown') open(event.currentTarget.value)
    else return
    event.preventDefault()
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
        type="text"
        inputMode="search"
        maxLength={200}
        className={classes.input}
        defaultValue={query}
        placeholder={t(($) => $.search.placeholder)}
        autoComplete="off"
        enterKeyHint="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={found !== null}
        aria-controls={found === null ? undefined : `${id}-list`}
        aria-activedescendant={active === null ? undefined : `${id}-list-${active}`}
        onFocus={() => void loadList()}
        onInput={(event) => open(event.currentTarget.value)}
        onKeyDown={byKey}
        onBlur={close}
      />
      <Button type="submit">{t(($) => $.search.submit)}</Button>
      <p role="status" className="visually-hidden">
        {found === null ? '' : t(($) => $.search.suggested, { count: ways.length })}
      </p>
      {found === null ? null : (
        <Suspense>
          <SuggestionList id={`${id}-list`} found={found} active={active} onChoose={choose} />
        </Suspense>
      )}
    </form>
  )
}

/** The list under the field: open while there is something to propose for what is being typed, and nothing was closed. */
function useOpenSuggestions() {
  const [asked, setAsked] = useState('')
  const [marked, setMarked] = useState<number | null>(null)
  const proposed = useSuggestions(asked)
  const ways = proposed === null ? [] : suggestionLinks(proposed)
  const found = ways.length === 0 ? null : proposed
  // A shorter list may have come since.
  const active = marked !== null && marked < ways.length ? marked : null
  const open = (typed: string): void => {
    setAsked(typed)
    setMarked(null)
  }
  return {
    found,
    ways,
    active,
    open,
    /** Before the first and after the last stands the field itself. */
    move: (by: 1 | -1): void => {
      const places = ways.length + 1
      const next = ((active ?? -1) + 1 + by + places) % places
      setMarked(next === 0 ? null : next - 1)
    },
    close: (): void => open(''),
  }
}
