import { lazy, Suspense, useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { hasFeature } from '#domain/organization/premium-feature.ts'
import { isImei, writtenImei } from '#domain/kernel/imei.ts'
import { codeField } from '#web/lib/code-field.ts'
import { Button } from '../../kit/button.tsx'
import { ScanIcon } from '../../kit/icons.tsx'
import { Way, LinkButton } from '../../kit/link.tsx'
import { SearchField } from '../../kit/search-field.tsx'
import { useSite } from '../../kit/site.ts'
import { useSiteNavigate } from '../../kit/use-site-navigate.ts'
import kit from '../../kit/kit.module.css'
import classes from './search.module.css'

const ScanDialog = lazy(async () => ({ default: (await import('./scan-dialog.tsx')).ScanDialog }))

/** Search by keyword, by category and by IMEI, with a barcode scan where the account has barcodes on (PUB-05). */
export function SearchScreen() {
  const { t } = useTranslation('journey')
  const { settings } = useSite()
  const [isScanning, setScanning] = useState(false)
  const go = useSiteNavigate()
  const find = (code: string): void => {
    setScanning(false)
    void go('/buyback/search/products', isImei(code) && hasImei ? { imei: code } : { query: code })
  }
  const hasImei = hasFeature(settings?.enabledPremiumFeatures ?? [], 'imei_search_and_collect')
  return (
    <div className={classes.search}>
      <header className={classes.intro}>
        <h1>{t(($) => $.search.title)}</h1>
        <p>{t(($) => $.search.text)}</p>
      </header>
      <SearchField isLarge />
      <div className={classes.ways}>
        {settings?.barCodeEnabled ? (
          <section className={classes.way}>
            <h2>{t(($) => $.search.scanTitle)}</h2>
            <p>{t(($) => $.search.scanText)}</p>
            <Button kind="quiet" onClick={() => setScanning(true)}>
              <ScanIcon />
              {t(($) => $.search.scan)}
            </Button>
          </section>
        ) : null}
        {hasImei ? <ImeiSearch onFind={find} /> : null}
        {settings?.categoryNavigationEnabled ? (
          <section className={classes.way}>
            <h2>{t(($) => $.search.categoriesTitle)}</h2>
            <p>{t(($) => $.search.categoriesText)}</p>
            <div className={classes.wayActions}>
              <LinkButton to="/buyback/search/categories" quiet>
                {t(($) => $.search.categories)}
              </LinkButton>
              <Way to="/buyback/search/category-list">{t(($) => $.search.categoryList)}</Way>
            </div>
          </section>
        ) : null}
      </div>
      {isScanning ? (
        <Suspense>
          <ScanDialog onCode={find} onClose={() => setScanning(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

function ImeiSearch({ onFind }: { readonly onFind: (imei: string) => void }) {
  const { t } = useTranslation('journey')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const imei = writtenImei(typed)
    setWrong(imei === null)
    if (imei !== null) onFind(imei)
  }
  return (
    <section className={classes.way}>
      <h2>{t(($) => $.search.imeiTitle)}</h2>
      <p id={`${id}-hint`}>{t(($) => $.search.imeiText)}</p>
      <form className={classes.imei} onSubmit={submit} noValidate>
        <label htmlFor={id} className="visually-hidden">
          {t(($) => $.imei.label)}
        </label>
        <input
          {...codeField}
          id={id}
          className={kit.input}
          inputMode="numeric"
          maxLength={24}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-wrong` : `${id}-hint`}
        />
        <Button type="submit" kind="quiet">
          {t(($) => $.search.submit)}
        </Button>
        {isWrong ? (
          <p id={`${id}-wrong`} className={kit.problem} role="alert">
            {t(($) => $.imei.malformed)}
          </p>
        ) : null}
      </form>
    </section>
  )
}
