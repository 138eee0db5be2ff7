import { Button } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../Link.tsx'
import { useAct } from '../overlay/useAct.ts'
import { PageHead } from '../page/PageHead.tsx'
import { Form } from './Form.tsx'

/** A page that makes a new thing: the way back, its title, cancel and create in the head, its entries. */
export function CreateForm({
  title,
  back,
  form: { submit, ref },
  beside,
  children,
}: {
  title: string
  back: { href: string; label: string }
  /** Of `useEditForm`. */
  form: { readonly submit: () => Promise<void>; readonly ref: RefObject<HTMLFormElement | null> }
  /** What belongs to creating it, beside that button. */
  beside?: ReactNode
  children: ReactNode
}) {
  const t = useText()
  const go = useGo()
  const { busy, act } = useAct()
  return (
    <Form of={ref} onSubmit={() => void act(submit)}>
      <PageHead
        back={back}
        title={title}
        stacked
        actions={
          <>
            {beside}
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
