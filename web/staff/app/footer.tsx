import { Anchor } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './office-layout.module.css'
import { releaseLabel } from './release.ts'

/** The dashboard's footer (SHELL-07). */
export function Footer() {
  const { t } = useTranslation('shell')
  return (
    <footer className={classes.footer}>
      <span>
        {`© ${new Date().getFullYear()} `}
        <Anchor href="/service-terms" target="_blank" rel="noopener" underline="always" inherit>
          {t(($) => $.footer.copyright)}
        </Anchor>
      </span>
      <span translate="no">{releaseLabel}</span>
    </footer>
  )
}
