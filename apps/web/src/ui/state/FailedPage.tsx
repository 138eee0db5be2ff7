import { isGone } from '../../platform/failures.ts'
import { useText } from '../../platform/texts.tsx'
import { Note } from '../page/Note.tsx'
import { PageHead } from '../page/PageHead.tsx'
import { Failed } from './Failed.tsx'

/** A page whose one thing did not come, with the way back: it is not there, or it may be tried again. */
export function FailedPage({ back, error, retry }: { back: { href: string; label: string }; error: unknown; retry: () => void }) {
  const t = useText()
  const gone = isGone(error)
  return (
    <>
      <PageHead back={back} title={t(gone ? 'error.notFound' : 'failed.page')} />
      {gone ? <Note>{t('failures.NOT_FOUND')}</Note> : <Failed what={t('failed.title')} error={error} retry={retry} />}
    </>
  )
}
