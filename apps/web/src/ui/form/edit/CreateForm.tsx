import { Button } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { useText } from '../../../platform/texts.tsx'
import { useGo } from '../../Link.tsx'
import { useAsyncAction } from '../../overlay/useAsyncAction.ts'
import { PageHead } from '../../page/head/PageHead.tsx'
import { Form } from './Form.tsx'

/** Page that creates something: back link, title, cancel and create in the head, then the form fields. */
export function CreateForm({
  title,
  back,
  form: { submit, ref },
  footer,
  children,
}: {
  title: string
  back: { href: string; label: string }
  /** Of `useEditForm`. */
  form: { readonly submit: () => Promise<void>; readonly ref: RefObject<HTMLFormElement | null> }
  /** Content beside the create button, such as "create another". */
  footer?: ReactNode
  children: ReactNode
}) {
  const t = useText()
  const go = useGo()
  const { busy, run } = useAsyncAction()
  return (
    <Form of={ref} onSubmit={() => void run(submit)}>
      <PageHead
        back={back}
        title={title}
        stacked
        actions={
          <>
            {footer}
            <Button variant="default" onClick={() => go(back.href)}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" data-busy={busy || undefined}>
              {t('ui.create')}
            </Button>
          </>
        }
      />
      {children}
    </Form>
  )
}
