import { Anchor } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { isAtPlatform } from '#web/lib/at-platform.ts'
import { userAtom } from '#web/lib/session.ts'
import classes from './office-layout.module.css'
import { releaseLabel } from './release-label.ts'

/** The dashboard's footer (SHELL-07). The platform is no shop, and has no terms that a link could lead to. */
export function Footer() {
  const { t } = useTranslation('shell')
  const user = useAtomValue(userAtom)
  const copyright = t(($) => $.footer.copyright)
  return (
    <footer className={classes.footer}>
      <span>
        {`© ${new Date().getFullYear()} `}
        {user !== null && isAtPlatform(user) ? (
          copyright
        ) : (
          <Anchor href="/service-terms" target="_blank" rel="noopener" underline="always" inherit>
            {copyright}
          </Anchor>
        )}
      </span>
      <span translate="no">{releaseLabel}</span>
    </footer>
  )
}
