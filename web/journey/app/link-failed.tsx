import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/http.ts'
import { LinkButton } from '../kit/link.tsx'
import { Notice } from '../kit/notice.tsx'
import { useSite } from '../kit/site.ts'
import { LoadFailed } from './load-failed.tsx'
import classes from './journey-layout.module.css'

const invalid = ['TRACKING_LINK_INVALID', 'PROPOSAL_LINK_INVALID', 'CORRECTION_LINK_INVALID', 'REQUEST_NOT_FOUND']

/** A private link that leads to nothing, in words of its own; another failure has the general ones. */
export function LinkFailed({ of, error }: { readonly of: 'tracking' | 'quote' | 'proposal'; readonly error: unknown }) {
  const { t } = useTranslation('tracking')
  const router = useRouter()
  const email = useSite().settings?.sellerSupportEmail ?? null
  if (!(error instanceof CallError) || !invalid.includes(error.code))
    return <LoadFailed error={error as Error} reset={() => void router.invalidate()} />
  return (
    <div className={classes.failed}>
      <h1>{t(($) => $.invalid[of])}</h1>
      <Notice
        tone="warn"
        actions={
          of === 'quote' ? (
            <LinkButton to="/buyback/search">{t(($) => $.invalid.estimate)}</LinkButton>
          ) : (
            <LinkButton to="/home" quiet>
              {t(($) => $.invalid.home)}
            </LinkButton>
          )
        }
      >
        {t(($) => $.invalid[`${of}Text`])}
      </Notice>
      {email === null ? null : (
        <p>
          {t(($) => $.invalid.support)} <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </div>
  )
}
