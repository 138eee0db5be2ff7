import { CallFailed } from '@steading/contract/client'
import { useText } from '../../platform/texts.tsx'
import { PageHead } from '../page/PageHead.tsx'
import { Failed } from './Failed.tsx'

/** A page whose one thing did not come: the way back, and why. What is not there is not asked for again. */
export function FailedPage({ back, error, retry }: { back: { href: string; label: string }; error: unknown; retry: () => void }) {
  const t = useText()
  const gone = error instanceof CallFailed && error.status === 404
  return (
    <>
      <PageHead back={back} title={t(gone ? 'error.notFound' : 'failed.page')} />
      <Failed what={gone ? '' : t('failed.title')} error={error} retry={gone ? undefined : retry} />
    </>
  )
}
