// The styles that every screen needs. Mantine's come per component and in a layer, so that our own always win,
// in whatever order the lazy parts of the application arrive. A lazy part imports the styles of what it alone uses.
import '@fontsource-variable/ibm-plex-sans/standard.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Input.layer.css'
import './tokens/steading.gen.css'
import './base.css'
