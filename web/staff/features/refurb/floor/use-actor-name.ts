import { useTranslation } from 'react-i18next'
import { colleagueName } from '#web/local/copy/colleague.ts'
import type { RefurbContext } from './refurb-context.tsx'

/** Names who worked on a step; whom this device does not know is another operator. */
export function useActorName({ config, userId }: RefurbContext): (actorId: string) => string {
  const { t } = useTranslation('refurb')
  return (actorId) =>
    actorId === userId ? t(($) => $.fact.you) : (colleagueName(config, actorId) ?? t(($) => $.fact.other))
}
