import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#web/lib/platform.tsx'

/** Products that are named; more of them are counted. */
const named = 5

/** Products that another user has changed since the list was read, which a change of many leaves as they are. */
export function LeftProducts({
  left,
  onClose,
}: {
  readonly left: readonly { readonly id: string; readonly label: string }[]
  readonly onClose?: () => void
}) {
  const { t, i18n } = useTranslation(['catalog', 'common'])
  const format = useFormat()
  const names = left.slice(0, named).map(({ label }) => label)
  const more = left.length - names.length
  if (more > 0) names.push(t(($) => $.bulk.leftMore, { count: more, formatted: format.number(more) }))
  return (
    <Alert
      color="yellow"
      mb="md"
      {...(onClose !== undefined && {
        withCloseButton: true,
        closeButtonLabel: t(($) => $.action.close, { ns: 'common' }),
        onClose,
      })}
    >
      {t(($) => $.bulk.left, {
        count: left.length,
        formatted: format.number(left.length),
        names: new Intl.ListFormat(i18n.language).format(names),
      })}
    </Alert>
  )
}
