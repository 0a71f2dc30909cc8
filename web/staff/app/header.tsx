import { Anchor, Burger } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CartButton } from './cart-button.tsx'
import classes from './office-layout.module.css'
import { Logo } from './logo.tsx'
import { OfficeConnection } from './connection-badge-slot.tsx'
import { useAccountBranding, useShownName } from './use-brand.ts'
import { UserPanelButton } from './user-panel-button.tsx'

/** The office's header (SHELL-04, SHELL-05). */
export function Header({ menuOpened, onMenu }: { readonly menuOpened: boolean; readonly onMenu: () => void }) {
  const { t } = useTranslation('shell')
  const shownName = useShownName()
  return (
    <header className={classes.header}>
      <Burger
        className={classes.burger ?? ''}
        opened={menuOpened}
        onClick={onMenu}
        size="md"
        aria-label={t(($) => $.menu.open)}
        aria-expanded={menuOpened}
      />
      {/* The name begins with what is seen, for people who speak to their device. */}
      <Link to="/" className={classes.logo} aria-label={`${shownName} · ${t(($) => $.header.home)}`}>
        <Logo />
      </Link>
      <div className={classes.spacer} />
      <div className={classes.website}>
        <WebsiteLink />
      </div>
      <OfficeConnection />
      <CartButton />
      <UserPanelButton />
    </header>
  )
}

/** The way back to the client's own website, where the account names one (SHELL-05). */
export function WebsiteLink() {
  const { externalWebsiteLink } = useAccountBranding()
  if (!externalWebsiteLink) return null
  return (
    <Anchor className={classes.websiteLink ?? ''} href={externalWebsiteLink.url} rel="noopener" underline="always">
      <IconExternalLink size={18} aria-hidden /> {externalWebsiteLink.text}
    </Anchor>
  )
}
