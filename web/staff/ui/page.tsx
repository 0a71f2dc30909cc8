import { Alert, Group, Title } from '@mantine/core'
import { IconChevronRight, type TablerIcon } from '@tabler/icons-react'
import { useNavigate, useSearch, type LinkProps } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '#web/lib/page-title.ts'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { searchWith } from './search-with.ts'
import { parseAlert } from './page-alert.ts'
import classes from './page.module.css'

/** One step of the way to a page; without a route it is only named. */
export interface Crumb {
  readonly title: string
  readonly to?: LinkProps['to']
  readonly params?: Readonly<Record<string, string>>
}

interface Head {
  readonly title: string
  readonly icon?: TablerIcon
  /** The way here; without it, from the dashboard. The dashboard itself gives none. */
  readonly crumbs?: readonly Crumb[]
  readonly actions?: ReactNode
}

/** A page of the office: the subheader (SHELL-06), then the content. */
export function Page({ children, ...head }: Head & { readonly children: ReactNode }) {
  return (
    <>
      <Subheader {...head} />
      <QueryAlert />
      <div className={classes.content}>{children}</div>
    </>
  )
}

// The content changes far more often than what stands above it.
const Subheader = memo(function Subheader(props: Head) {
  const { t } = useTranslation('common')
  const Icon = props.icon
  const crumbs: readonly Crumb[] = props.crumbs ?? [{ title: t(($) => $.home), to: '/home' }]
  return (
    <div className={classes.subheader}>
      {crumbs.length > 0 ? (
        <nav aria-label={t(($) => $.breadcrumbs)}>
          <ol className={classes.crumbs}>
            {[...crumbs, { title: props.title } satisfies Crumb].map((crumb, position, all) => (
              <li key={crumb.title} aria-current={position === all.length - 1 ? 'page' : undefined}>
                {crumb.to ? (
                  <AnchorLink
                    to={crumb.to}
                    params={(crumb.params ?? {}) as never}
                    activeOptions={{ exact: true }}
                    size="sm"
                    underline="always"
                  >
                    {crumb.title}
                  </AnchorLink>
                ) : (
                  <span>{crumb.title}</span>
                )}
                {position < all.length - 1 ? <IconChevronRight size={14} aria-hidden /> : null}
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <Group justify="space-between" gap="md" wrap="wrap">
        <Group gap="sm" wrap="nowrap" className={classes.heading}>
          {Icon ? <Icon size={28} stroke={1.5} aria-hidden className={classes.icon} /> : null}
          <PageHeading title={props.title} />
        </Group>
        {props.actions ? <Group gap="sm">{props.actions}</Group> : null}
      </Group>
    </div>
  )
})

/** The one heading of a page, which names the browser's tab too. */
export function PageHeading(props: { readonly title: string; readonly id?: string; readonly isCentered?: boolean }) {
  usePageTitle(props.title)
  return (
    <Title order={1} size="h2" id={props.id} ta={props.isCentered ? 'center' : undefined}>
      {props.title}
    </Title>
  )
}

/** The message that the page before left in the query (SHELL-14), until it is dismissed. */
function QueryAlert() {
  const { t } = useTranslation('common')
  const search: { readonly alert?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const alert = parseAlert(search.alert)
  if (alert === null) return null
  const color = { success: 'green', info: 'blue', warning: 'yellow', error: 'red' }[alert.type]
  const dismiss = () => navigate({ to: '.', search: searchWith({ alert: undefined }), replace: true })
  return (
    <Alert
      color={color}
      variant="light"
      role={alert.type === 'error' ? 'alert' : 'status'}
      withCloseButton
      closeButtonLabel={t(($) => $.action.close)}
      onClose={() => void dismiss()}
      mb="md"
    >
      {t(($) => $.alert[alert.message])}
    </Alert>
  )
}

/** What narrows the list of a page, above it. */
export function Filters({ children }: { readonly children: ReactNode }) {
  return <div className={classes.filters}>{children}</div>
}
