package com.amazonaws.services.s3.model;

public class S3Object implements java.io.Closeable {
  public native java.io.InputStream getObjectContent ();
  public native void close () throws java.io.IOException;
}
