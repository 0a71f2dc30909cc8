import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'

/** Says that who sells could not be checked, since the checks did not come. */
export function ChecksFailed({ onAgain }: { readonly onAgain?: () => void }) {
  const { t } = useTranslation('checkout')
  return (
    <Notice
      tone="bad"
      isAlert
      actions={
        <>
          {onAgain === undefined ? null : <Button onClick={onAgain}>{t(($) => $.confirmation.again)}</Button>}
          {/* Some browsers never request a failed part again; a page that is loaded again does. */}
          {navigator.onLine ? <ReloadPage /> : null}
        </>
      }
    >
      {t(($) => $.form.checksFailed)}
    </Notice>
  )
}

/** Loads the page again. The customer's choice alone: by it goes what is secret of what he has typed. */
export function ReloadPage() {
  const { t } = useTranslation('checkout')
  return (
    <Button kind="quiet" onClick={() => location.reload()}>
      {t(($) => $.form.reload)}
    </Button>
  )
}
