import { useTranslation } from 'react-i18next'

/** The words of queues and kinds of jobs; a queue that is newer than this app is called by its own name. */
export function useJobWords() {
  const { i18n } = useTranslation('jobs')
  const word = (group: 'queue' | 'kind', name: string): string => {
    const found: unknown = i18n.getResource(i18n.language, 'jobs', `${group}.${name}`)
    return typeof found === 'string' ? found : name
  }
  return {
    queue: (name: string) => word('queue', name),
    kind: (name: string) => word('kind', name),
  }
}
