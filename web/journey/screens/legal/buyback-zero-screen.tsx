import { useTranslation } from 'react-i18next'
import type { publicLegalCall } from '#sync/calls/public-catalog.ts'
import type { Answer } from '#web/lib/http.ts'
import { Html } from '../../kit/html.tsx'
import { LinkButton } from '../../kit/link.tsx'
import classes from './legal.module.css'

/** What becomes of a product that cannot be bought back (PUB-22). */
export function BuybackZeroScreen({ text }: { readonly text: Answer<typeof publicLegalCall> }) {
  const { t } = useTranslation('journey')
  return (
    <article className={classes.text}>
      <h1>{t(($) => $.legal['buyback-zero'])}</h1>
      {text.html === null ? <p>{t(($) => $.legal.zeroText)}</p> : <Html html={text.html} lang={text.language} />}
      <LinkButton to="/buyback/search">{t(($) => $.wizard.otherProduct)}</LinkButton>
    </article>
  )
}
