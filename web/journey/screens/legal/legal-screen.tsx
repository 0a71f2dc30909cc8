import { useTranslation } from 'react-i18next'
import type { publicLegalCall } from '#sync/calls/public-catalog.ts'
import type { Answer } from '#web/lib/http.ts'
import { Html } from '../../kit/html.tsx'
import { PlainPage } from '../../kit/plain-page.tsx'
import classes from './legal.module.css'

/** A text as the account has written it. */
export type LegalText = Answer<typeof publicLegalCall>

/** A legal text (PUB-23, PUB-25); `isAlone` outside the public layout. */
export function LegalScreen(props: { readonly text: LegalText; readonly isAlone?: boolean }) {
  const { t } = useTranslation('journey')
  const { document: kind, language, html, sellerSupportEmail: email, file } = props.text
  const content = (
    <>
      <h1>{t(($) => $.legal[kind])}</h1>
      {html === null && file === null ? <p>{t(($) => $.legal.none)}</p> : null}
      {html === null ? null : <Html html={html} lang={language} />}
      {file === null ? null : (
        <p>
          <a href={file} hrefLang={language} download>
            {t(($) => $.legal.file)}
          </a>
        </p>
      )}
      {email === null || kind !== 'faq-and-contact' ? null : (
        <p>
          {t(($) => $.results.support)} <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </>
  )
  return props.isAlone ? <PlainPage>{content}</PlainPage> : <article className={classes.text}>{content}</article>
}
