package lib;

import java.io.IOException;

public interface Opener<S> {
  S open (String name) throws IOException;
}
