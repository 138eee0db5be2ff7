import { Button } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Form } from './Form.tsx'
import { useAskToDiscard } from './useGuard.ts'

/** The page of a thing while it is changed: its head with cancel and save, and its entries. */
export function EditForm({
  head,
  dirty,
  busy,
  save,
  leave,
  formRef,
  children,
}: {
  /** The head of the page around these actions. */
  head: (actions: ReactNode) => ReactNode
  /** Something was typed that is not saved: cancel asks first. */
  dirty: boolean
  busy: boolean
  save: () => Promise<unknown>
  leave: () => void
  formRef: RefObject<HTMLFormElement | null>
  children: ReactNode
}) {
  const t = useText()
  const ask = useAskToDiscard()
  const cancel = async () => {
    if (!dirty || (await ask())) leave()
  }
  return (
    <Form of={formRef} onSubmit={() => void save()}>
      {head(
        <>
          <Button variant="default" onClick={() => void cancel()}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" data-busy={busy || undefined}>
            {t('ui.save')}
          </Button>
        </>,
      )}
      {children}
    </Form>
  )
}
