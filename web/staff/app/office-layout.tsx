import { Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { RowsSkeleton } from '../ui/states.tsx'
import { Shortcuts } from '../ui/shortcuts.tsx'
import { DemoNotice } from './demo-notice.tsx'
import { Footer } from './footer.tsx'
import { Header, WebsiteLink } from './header.tsx'
import classes from './office-layout.module.css'
import { MeaninglessNotice } from './meaningless-notice.tsx'
import { OpenedClient } from './opened-client.tsx'
import { SideMenu } from './side-menu.tsx'
import { useNamedField } from './use-named-field.ts'

/** Header, side menu, page and footer of the back office. Below 992 px the menu is a drawer. */
export function OfficeLayout() {
  const { t } = useTranslation('shell')
  const [opened, drawer] = useDisclosure(false)
  useNamedField()
  return (
    <div className={classes.office}>
      <a className="skip-link" href="#main">
        {t(($) => $.header.skip)}
      </a>
      <Header menuOpened={opened} onMenu={drawer.toggle} />
      <aside className={classes.aside}>
        <SideMenu />
      </aside>
      <Drawer
        opened={opened}
        onClose={drawer.close}
        size={320}
        title={t(($) => $.menu.label)}
        closeButtonProps={{ 'aria-label': t(($) => $.menu.close), size: 'xl' }}
      >
        <SideMenu onNavigate={drawer.close} />
        <WebsiteLink />
      </Drawer>
      <main id="main" className={classes.main} tabIndex={-1}>
        <DemoNotice />
        <OpenedClient />
        <Suspense fallback={<RowsSkeleton rows={8} />}>
          <Outlet />
        </Suspense>
      </main>
      <Footer />
      <Shortcuts />
      <MeaninglessNotice />
    </div>
  )
}
