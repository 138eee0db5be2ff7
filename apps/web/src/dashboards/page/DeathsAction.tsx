import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { LazyQuickDeaths } from '../../animalMovements/index.ts'
import { useMay } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'

/** Enters the deaths of a day from the home page. */
export function DeathsAction() {
  const t = useText()
  const may = useMay()
  const [isOpen, setIsOpen] = useState(false)
  if (!may('batches.transactions.create') || !may('batches.read')) return null
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('movement.deaths')}
      </Button>
      {isOpen && <LazyQuickDeaths onClose={() => setIsOpen(false)} />}
    </>
  )
}
