/** The version of ptywright, imported from package.json so that the two cannot differ. */
import packageFile from '../../package.json' with { type: 'json' };

export const { version } = packageFile;
