import { Drawer } from '@mantine/core'
import '../../overlay/modalStyles.ts'
import '@mantine/core/styles/Drawer.layer.css'
import { useText } from '../../../platform/texts.tsx'
import { Link } from '../../Link.tsx'
import type { Person, Section } from './sections.ts'
import UserPanel from '../preferences/UserPanel.tsx'

/** What the bottom bar has no room for. */
export default function MoreDrawer({
  open,
  close,
  sections,
  person,
}: {
  open: boolean
  close: () => void
  sections: readonly Section[]
  person: Person
}) {
  const t = useText()
  return (
    <Drawer
      opened={open}
      onClose={close}
      position="bottom"
      size="auto"
      title={t('nav.more')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
      classNames={{ content: 'more', header: 'more-head', title: 'dialog-title', body: 'more-body' }}
    >
      <nav aria-label={t('nav.more')}>
        {sections.map(({ key, name, href, icon: Icon, current }) => (
          <Link key={key} className="user-row" href={href} aria-current={current ? 'page' : undefined} onClick={close}>
            <Icon size={20} stroke={1.7} aria-hidden />
            {name}
          </Link>
        ))}
      </nav>
      <UserPanel person={person} close={close} />
    </Drawer>
  )
}
